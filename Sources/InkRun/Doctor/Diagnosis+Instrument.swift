internal import InkReport
internal import InkTap

/// The instrument itself, and what it works with.
extension Diagnosis {
  /// Judges the tap by its own test write and by the kernel's count.
  static func tap(_ end: SelfTest) -> Diagnosis {
    guard case .result(let result) = end else {
      return Diagnosis("tap", .bad, "the self-test could not be done: \(end.failure ?? "")")
    }
    let check = result.tap
    if !check.canarySeen {
      return Diagnosis(
        "tap", .bad, "the tap does not see a write of its own, so nothing would be counted",
        advice: "link InkBench's libraries into the executable as its package does")
    }
    if let kernel = check.kernelBytes, kernel != check.countedBytes {
      return Diagnosis(
        "tap", .bad, "the tap counted \(check.countedBytes) bytes and the kernel \(kernel)",
        advice: "see what else in this executable, or preloaded into it, writes past libc")
    }
    if let fault = check.faults.first { return Diagnosis("tap", .bad, fault) }
    if check.kernelBytes == nil {
      return Diagnosis(
        "tap", .mind, "its test write was seen; the kernel gives no count to hold its bytes against")
    }
    return Diagnosis("tap", .good, "its test write was seen, and its bytes are the kernel's")
  }

  static func allocations(_ end: SelfTest, library: String?) -> Diagnosis {
    guard library != nil else {
      return Diagnosis(
        "allocations", .mind, "libjemalloc is not installed, so allocations are not counted",
        advice: "apt-get install libjemalloc2")
    }
    guard case .result(let result) = end else {
      return Diagnosis("allocations", .mind, "the self-test could not be done: \(end.failure ?? "")")
    }
    guard let check = result.allocations else {
      return Diagnosis("allocations", .mind, "the self-test did not look at them")
    }
    if let fault = check.fault { return Diagnosis("allocations", .mind, "not counted: \(fault)") }
    let seen =
      "\(Humanised.count(Double(check.made))) allocations were counted as "
      + Humanised.count(Double(check.counted))
    guard check.hasHooks else {
      return Diagnosis(
        "allocations", .mind, "\(seen), but jemalloc takes no hooks: bytes allocated and peaks are not known",
        advice: "use a version of jemalloc from 5.1 to 5.3")
    }
    return Diagnosis("allocations", .good, "\(seen), and so were their bytes")
  }

  static func sqlite(version: String, options: [String]) -> Diagnosis {
    let seen = "version \(version)" + (options.isEmpty ? "" : ", " + options.joined(separator: ", "))
    let unsafe = ["NO_SYNC", "DISABLE_DIRSYNC", "DEFAULT_SYNCHRONOUS=0", "DEFAULT_WAL_SYNCHRONOUS=0"]
    if let option = options.first(where: unsafe.contains) {
      return Diagnosis(
        "SQLite", .bad, "\(seen): built with \(option), so it syncs less than it was asked to",
        advice: "use another build of the library")
    }
    if options.contains("DEBUG") {
      return Diagnosis("SQLite", .bad, "\(seen): a debug build", advice: "use another build of the library")
    }
    return Diagnosis("SQLite", .good, seen)
  }

  static func tools(missing: [Tool]) -> Diagnosis {
    guard !missing.isEmpty else { return Diagnosis("tools", .good, "none is missing") }
    let seen = missing.map { "without \($0.name), \($0.purpose)" }.joined(separator: "; ")
    return Diagnosis(
      "tools", missing.contains(where: \.isForReports) ? .mind : .good, seen,
      advice: "apt-get install " + missing.map(\.package).joined(separator: " "))
  }
}
