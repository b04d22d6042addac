extension MetricBuilder {
  /// How the policy saved, and what a crash could have cost.
  func saving() -> [MetricRow] {
    [
      counted("saves", .saves, better: .none, \.saveCount),
      counted("strokes-per-save", .strokesPerSave, better: .none) {
        Double($0.savedStrokeCount) / $0.saveCount
      },
      counted("loss-window", .milliseconds) { Double($0.lossWindowMilliseconds) },
    ]
  }

  /// Memory, processor time and allocations, and the time to read the store again.
  func resources() -> [MetricRow] {
    let recoveries = record.verdicts.map { Double($0.recoveryNanoseconds) }
    let recovery =
      recoveries.isEmpty
      ? []
      : [
        MetricRow(
          "recovery.time", .nanoseconds, .noisy, value: median(recoveries), rounds: recoveries)
      ]
    return [
      noisy("peak-memory", .bytes) { Double($0.peakResidentBytes) },
      noisy("cpu.per-save", .nanosecondsPerSave) { round in
        round.sum(\.cpuNanoseconds, in: \.isSave) / round.count(\.cpuNanoseconds, in: \.isSave)
      },
      noisy("cpu.total", .nanoseconds) { Double($0.cpuNanoseconds) },
      noisy("replay.time", .nanoseconds) { Double($0.replayNanoseconds) },
    ] + recovery + allocations()
  }

  /// Allocations in saves, from their own rounds only; absent if the run had none.
  private func allocations() -> [MetricRow] {
    let name = "allocations.per-save"
    let rounds = record.allocationRounds
    let hasFailed = record.failures.contains { $0.kind == .allocations }
    guard !rounds.isEmpty || hasFailed else { return [] }
    func unmeasured(_ note: String) -> [MetricRow] {
      [MetricRow(name, .allocationsPerSave, .noisy, value: nil, note: note)]
    }
    guard !rounds.isEmpty else { return unmeasured("Not measured: the round that counts them failed.") }
    guard rounds.allSatisfy({ $0.check.faults.isEmpty }) else {
      return unmeasured("Not measured: " + rounds.flatMap(\.check.faults).joined(separator: " "))
    }
    let hasCounts = rounds.allSatisfy { round in
      round.phases.filter(\.phase.isSave).allSatisfy { $0.allocations.count == $0.serviceNanoseconds.count }
    }
    guard hasCounts else { return unmeasured("Not measured: a round has no allocation counts.") }
    return [
      counted(
        name, .allocationsPerSave, better: .lower,
        values: rounds.map { $0.sum(\.allocations, in: \.isSave) / $0.saveCount }, roundsMin: 2)
    ]
  }
}
