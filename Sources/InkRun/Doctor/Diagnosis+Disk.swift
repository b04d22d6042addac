internal import InkReport

/// The disk below the store.
extension Diagnosis {
  static func fileSystem(_ fileSystem: FileSystem) -> Diagnosis {
    let place = "\(fileSystem.type) on \(fileSystem.device), mounted at \(fileSystem.mountPoint)"
    if let caution = fileSystem.caution {
      return Diagnosis(
        "file system", .bad, caution, advice: "give --store a directory on the disk that your app would use")
    }
    if fileSystem.type == "unknown" {
      return Diagnosis("file system", .mind, "the system does not say what the store lies on")
    }
    if let option = fileSystem.oddSyncOption {
      return Diagnosis(
        "file system", .mind, "\(place) with '\(option)', which changes what a sync does",
        advice: "mount it as your users' disks are mounted")
    }
    return Diagnosis("file system", .good, "\(place), \(fileSystem.durableOptions)")
  }

  static func disk(_ device: BlockDevice) -> Diagnosis {
    let known = [
      device.model, device.isRotational.map { $0 ? "rotational by its own account" : "not rotational" },
      device.scheduler.map { "scheduler '\($0)'" }, device.writeCache.map { "write cache '\($0)'" },
    ].compactMap { $0 }
    guard !known.isEmpty else {
      return Diagnosis("disk", .mind, "the kernel does not expose the disk below this file system")
    }
    let seen = known.joined(separator: ", ")
    if device.writeCache == "write through" {
      return Diagnosis(
        "disk", .mind, "\(seen): the kernel sends this disk no flushes, so syncs trust it to have no cache")
    }
    return Diagnosis("disk", .good, seen)
  }

  /// Judges the median of syncs of one block in place, given sorted.
  static func syncLatency(_ sorted: [UInt64], isRotational: Bool?) -> Diagnosis {
    guard let median = Percentile.p50.value(ofSorted: sorted), let slowest = sorted.last else {
      return Diagnosis("sync latency", .bad, "no sync could be timed")
    }
    let tail = [Percentile.p90, .p99].compactMap { percentile in
      percentile.value(ofSorted: sorted).map { "\(percentile.label) \(Humanised.time(nanoseconds: $0))" }
    }
    let middle = "p50 \(Humanised.time(nanoseconds: median))"
    let end = ["max \(Humanised.time(nanoseconds: slowest))", "n \(sorted.count)"]
    let seen = ([middle] + tail + end).joined(separator: ", ")
    if median < SyncBounds.deviceMinNanoseconds {
      return Diagnosis(
        "sync latency", .bad, "\(seen): no device is that fast, so syncs are not carried out",
        advice: "use a real disk, and no wrapper that leaves syncs out")
    }
    if median < SyncBounds.flashMinNanoseconds {
      return Diagnosis(
        "sync latency", .mind,
        "\(seen): this disk acknowledges syncs faster than flash can be written: a protected write cache, or a "
          + "host that answers before it has written",
        advice: "a user's tablet will take longer: read the modelled devices beside the times")
    }
    if isRotational == true, median < SyncBounds.rotationNanoseconds {
      return Diagnosis(
        "sync latency", .good, "\(seen): it says that it spins and is faster than a rotation, so it does not")
    }
    if median > SyncBounds.slowNanoseconds {
      return Diagnosis(
        "sync latency", .mind,
        "\(seen): slow for flash: a busy disk, a spinning one, or one that empties "
          + "its whole cache at each sync",
        advice: "see that nothing else writes to it; then power-durable cases measure this disk above all")
    }
    return Diagnosis("sync latency", .good, "\(seen): what a disk takes that empties its cache")
  }

  static func space(freeBytes: UInt64?) -> Diagnosis {
    guard let freeBytes else { return Diagnosis("free space", .mind, "the file system does not say") }
    let free = Humanised.bytes(Double(freeBytes)) + " free"
    if freeBytes < SyncBounds.freeBytesMin {
      return Diagnosis(
        "free space", .bad, "\(free): a run of the standard workload may not fit", advice: "make room")
    }
    return Diagnosis("free space", .good, free)
  }
}

/// What kinds of disks take for a sync of one block.
enum SyncBounds {
  /// Drives with a cache that outlives power answer in 12 to 58 µs over the bus.
  static let deviceMinNanoseconds: UInt64 = 8_000
  /// Programming one page of flash takes longer, in its fastest mode.
  static let flashMinNanoseconds: UInt64 = 200_000
  /// A quarter of a turn at 7,200 turns a minute.
  static let rotationNanoseconds: UInt64 = 2_000_000
  /// Consumer drives take about a millisecond, and a few after much was written.
  static let slowNanoseconds: UInt64 = 6_000_000
  /// The standard workload's largest case and its copies.
  static let freeBytesMin: UInt64 = 1_000_000_000
}
