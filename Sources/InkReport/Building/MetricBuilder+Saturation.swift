extension MetricBuilder {
  /// Whether the store keeps up with its writer: how busy it is, and how far saves fall behind.
  ///
  /// A save starts late if an earlier call was still running when an app would have begun it; its wait is its
  /// response time less its service time. The longest such wait is the longest backlog.
  func saturation() -> [MetricRow] {
    let waits = rounds.map(\.saveWaitNanoseconds)
    return [
      noisy("utilisation", .share, \.utilisation),
      noisy("late-saves", .share) { round in
        let waits = round.saveWaitNanoseconds
        return Double(waits.count { $0 > 0 }) / Double(waits.count)
      },
    ] + maximum("backlog.max", of: waits) + wakeUps()
  }

  /// How late the harness itself was at real pace.
  private func wakeUps() -> [MetricRow] {
    percentiles("harness.wake-up-delay", [.p50, .p95], of: rounds.map(\.wakeUpDelayNanoseconds)).map { row in
      var row = row
      row.better = .none
      return row
    }
  }
}

extension RoundResult {
  /// How long each save waited behind an earlier call.
  fileprivate var saveWaitNanoseconds: [UInt64] {
    phases.filter(\.phase.isSave).flatMap { phase in
      zip(phase.responseNanoseconds, phase.serviceNanoseconds).map { response, service in
        response > service ? response - service : 0
      }
    }
  }
}
