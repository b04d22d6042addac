extension MetricBuilder {
  /// Processor time, faults of pages and resident memory, all of them noisy.
  func processor() -> [MetricRow] {
    [
      noisy(
        "peak-memory", .bytes,
        note: "The most that was resident since the process began, the harness and its session included."
      ) { Double($0.peakResidentBytes) },
      perSave(
        "cpu.per-save", .nanosecondsPerSave, \.cpuNanoseconds,
        note: "Calling thread only; what a store does on other threads is in cpu.all-threads.per-save."),
      perSave(
        "cpu.all-threads.per-save", .nanosecondsPerSave, \.processCPUNanoseconds, note: "All threads."),
      noisy("cpu.total", .nanoseconds) { Double($0.cpuNanoseconds) },
      perSave("page-faults.per-save", .faultsPerSave, \.minorFaults, note: "All threads, minor faults."),
      noisy("page-faults.minor", .faults) { Double($0.minorFaults) },
      noisy("page-faults.major", .faults) { Double($0.majorFaults) },
      noisy("replay.time", .nanoseconds) { Double($0.replayNanoseconds) },
    ]
  }

  /// The mean over the saves around which the system was asked, and how many of them these are.
  private func perSave(
    _ name: String, _ unit: MetricRow.Unit, _ column: (PhaseColumns) -> [UInt64], note: String
  ) -> MetricRow {
    let sampled = rounds.reduce(0) { $0 + $1.count(column, in: \.isSave) }
    let saves = rounds.reduce(0) { $0 + $1.saveCount }
    return noisy(name, unit, note: "\(note) Sampled: \(Int(sampled)) of \(Int(saves)) saves.") { round in
      round.sum(column, in: \.isSave) / round.count(column, in: \.isSave)
    }
  }
}
