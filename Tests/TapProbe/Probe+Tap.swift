internal import InkModel
internal import InkTap

/// Steps that ask the tap and the other instruments.
extension Probe {
  static var tapSteps: [String: Step] {
    [
      "watch": { probe, words in
        Tap.watch(directory: probe.store, roles: try words.map { try pattern($0) })
      },
      "watch-at": { probe, words in
        let rules = try words.dropFirst().map { try pattern($0) }
        Tap.watch(directory: probe.path(words[0]), roles: rules)
      },
      "end-at": { probe, words in
        Tap.endProcess(atOperation: UInt64(try probe.number(words[0])), cuttingWrite: words[1] == "cut")
      },
      "inject": { probe, words in
        let kinds = try words[3].split(separator: ",").map { name in
          guard let kind = CallKind(rawValue: String(name)) else { throw Failure(description: "'\(name)'") }
          return kind
        }
        Tap.inject(
          FaultPlan(
            words[0] == "short" ? .shortCount : .error(Int32(try probe.number(words[0]))),
            from: UInt64(try probe.number(words[1])), through: UInt64(try probe.number(words[2])),
            of: Set(kinds)))
      },
      "end-injection": { _, _ in Tap.endInjection() },
      "injection": { probe, _ in
        probe.report("calls", Tap.injection.callCount)
        probe.report("faults", Tap.injection.faultCount)
        probe.output += "last \(Tap.injection.kind.rawValue) \(Tap.injection.role.rawValue)\n"
      },
      "record": { probe, words in
        try Tap.record(
          capacityBytes: try probe.number(words[0]), keepsContents: words.count < 3 || words[2] != "bare",
          to: words.count > 1 && words[1] != "memory" ? probe.path(words[1]) : nil)
      },
      "mark": { probe, words in
        let kinds = ["begun": RecordedMark.Kind.begun, "acknowledged": .acknowledged, "failed": .failed]
        guard let kind = kinds[words[0]] else { throw Failure(description: "'\(words[0])'") }
        Tap.mark(
          RecordedMark(
            kind, step: try probe.number(words[1]), phase: words[2],
            intendedMilliseconds: words.count > 3 ? UInt64(try probe.number(words[3])) : 0))
      },
      "stop": { probe, _ in
        do {
          let recording = try Tap.stopRecording()
          probe.report("entries", try recording.entries().count)
          probe.report("log-bytes", recording.bytes.count)
        } catch let error as RecordingError {
          probe.output += "error \(error)\n"
        }
      },
      "canary": { probe, words in
        probe.report("canary", Tap.canaryIsSeen(in: probe.path(words[0])) ? 1 : 0)
      },
      "report": { probe, _ in probe.reportCounters() },
      "balance": { probe, _ in
        let balance = Tap.balance()
        probe.report("counted", balance.countedBytes)
        if let kernel = balance.kernelBytes { probe.report("kernel", kernel) }
      },
      "bypasses": { probe, _ in
        for sentence in Tap.bypasses(of: probe.store) { probe.output += "bypass \(sentence)\n" }
      },
      "allocations": { probe, words in
        guard let counter = AllocationCounter() else {
          probe.output += "unavailable \(AllocationCounter.unavailability() ?? "")\n"
          return
        }
        let count = try probe.number(words[0])
        var blocks: [UnsafeMutableRawPointer] = unsafe []
        unsafe blocks.reserveCapacity(count)
        let levelBefore = counter.cost(since: counter.begin()).liveBytes
        let start = counter.begin()
        for _ in 0..<count { unsafe blocks.append(.allocate(byteCount: 100_000, alignment: 16)) }
        let cost = counter.cost(since: start)
        probe.report("allocations", cost.allocations)
        probe.report("allocated-bytes", cost.allocatedBytes ?? 0)
        probe.report("peak", cost.peakBytes ?? 0)
        probe.report("live-growth", cost.liveBytes - levelBefore)
        unsafe blocks.forEach { unsafe $0.deallocate() }
        let after = counter.begin()
        for _ in 0..<10 {
          unsafe UnsafeMutableRawPointer.allocate(byteCount: 100_000, alignment: 16).deallocate()
        }
        let small = counter.cost(since: after)
        probe.report("peak-after", small.peakBytes ?? 0)
        probe.report("allocated-after", small.allocatedBytes ?? 0)
      },
      "hop": { probe, words in
        guard let counter = AllocationCounter() else { return }
        let count = try probe.number(words[0])
        let blocks = Blocks(count: count)
        let start = counter.begin()
        try blocks.onAnotherThread(Blocks.allocate)
        let cost = counter.cost(since: start)
        probe.report("allocations", cost.allocations)
        probe.report("peak", cost.peakBytes ?? 0)
        let releasing = counter.begin()
        try blocks.onAnotherThread(Blocks.release)
        let released = counter.cost(since: releasing)
        probe.report("allocations-releasing", released.allocations)
        probe.report("peak-releasing", released.peakBytes ?? 0)
      },
      "peak": { probe, words in
        let before = ProcessMemory.peakResidentBytes()
        let bytes = [UInt8](repeating: 1, count: try probe.number(words[0]))
        probe.report("peak", ProcessMemory.peakResidentBytes() - before)
        probe.report("touched", bytes.reduce(0) { $0 + Int($1) })
      },
      "cost": { probe, _ in probe.measureCosts() },
    ]
  }

  /// A rule written as `suffix:.content=page`.
  private static func pattern(_ word: String) throws -> FileRolePattern {
    guard let colon = word.firstIndex(of: ":"), let equals = word.lastIndex(of: "="),
      let place = FileRolePattern.Place(rawValue: String(word[..<colon])),
      let role = FileRole(rawValue: String(word[word.index(after: equals)...]))
    else { throw Failure(description: "'\(word)' is no rule") }
    return FileRolePattern(place, String(word[word.index(after: colon)..<equals]), role)
  }

  private func reportCounters() {
    let snapshot = Tap.snapshot()
    for role in FileRole.allCases { report(snapshot[role], as: role.rawValue) }
    report(snapshot.store, as: "store")
    report(Tap.storeCounters(), as: "sum")
    report("operations", snapshot.operationCount)
  }

  private func report(_ counters: RoleCounters, as name: String) {
    for child in Mirror(reflecting: counters).children {
      guard let label = child.label, let value = child.value as? UInt64, value > 0 else { continue }
      report("\(name).\(label)", value)
    }
  }
}

/// What is counted for the store, read in a forked child.
func probeStoreBytes() -> UInt64 { Tap.storeCounters().writtenBytes }
