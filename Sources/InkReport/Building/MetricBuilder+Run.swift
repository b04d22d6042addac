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

  /// The time to read the store again.
  func recovery() -> [MetricRow] {
    let recoveries = record.verdicts.map { Double($0.recoveryNanoseconds) }
    guard !recoveries.isEmpty else { return [] }
    return [
      MetricRow("recovery.time", .nanoseconds, .noisy, value: median(recoveries), rounds: recoveries)
    ]
  }
}
