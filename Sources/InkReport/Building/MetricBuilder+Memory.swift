extension MetricBuilder {
  /// Allocations, bytes, peaks and levels, from their own rounds only; absent if the run had none.
  func memory() -> [MetricRow] {
    guard !record.allocationRounds.isEmpty || hasFailed else { return [] }
    if let reason = whyUncounted {
      return [
        MetricRow("allocations.per-save", .allocationsPerSave, .noisy, value: nil, note: reason)
      ]
    }
    return saves() + Phase.allCases.filter(isCounted).flatMap(phase)
  }

  private var hasFailed: Bool { record.failures.contains { $0.kind == .allocations } }

  /// Why the counts can't be believed, as a sentence; nil if they can.
  private var whyUncounted: String? {
    let rounds = record.allocationRounds
    guard !rounds.isEmpty else { return "Not measured: the round that counts them failed." }
    guard rounds.allSatisfy({ $0.check.faults.isEmpty }) else {
      return "Not measured: " + rounds.flatMap(\.check.faults).joined(separator: " ")
    }
    let hasCounts = rounds.allSatisfy { round in
      round.phases.allSatisfy { $0.allocations.count == $0.serviceNanoseconds.count }
    }
    return hasCounts ? nil : "Not measured: a round has no allocation counts."
  }

  private func isCounted(_ phase: Phase) -> Bool {
    record.allocationRounds.contains { $0.phases.contains { $0.phase == phase } }
  }

  /// All saves together.
  private func saves() -> [MetricRow] {
    [
      counted("allocations.per-save", .allocationsPerSave) {
        $0.sum(\.allocations, in: \.isSave) / $0.saveCount
      },
      counted("allocated-bytes.per-save", .bytesPerSave) { round in
        round.most(\.allocatedBytes, in: \.isSave).map { _ in
          round.sum(\.allocatedBytes, in: \.isSave) / round.saveCount
        }
      },
      counted("save.all.peak-bytes", .bytes) { $0.most(\.peakBytes, in: \.isSave) },
      level("save.all.live-bytes", in: \.isSave),
    ]
  }

  private func phase(_ phase: Phase) -> [MetricRow] {
    let isPhase: (Phase) -> Bool = { $0 == phase }
    let name = phase.rawValue
    return [
      counted("\(name).allocations", .allocations) { $0.sum(\.allocations, in: isPhase) },
      counted("\(name).allocated-bytes", .bytes) { round in
        round.most(\.allocatedBytes, in: isPhase).map { _ in round.sum(\.allocatedBytes, in: isPhase) }
      },
      counted("\(name).peak-bytes", .bytes) { $0.most(\.peakBytes, in: isPhase) },
      level("\(name).live-bytes", in: isPhase),
    ]
  }

  /// What is in use after calls: noisy even where rounds agree, because the harness and the words that its
  /// process was given are in it.
  private func level(_ name: String, in isWanted: @escaping (Phase) -> Bool) -> MetricRow {
    let values = record.allocationRounds.map { $0.most(\.liveBytes, in: isWanted) }
    return MetricRow(name, .bytes, .noisy, value: median(values.compactMap { $0 }), rounds: values)
  }

  /// A count of the allocation rounds; exact only if two or more agree.
  private func counted(
    _ name: String, _ unit: MetricRow.Unit, _ measure: (RoundResult) -> Double?
  ) -> MetricRow {
    counted(name, unit, better: .lower, values: record.allocationRounds.map(measure), roundsMin: 2)
  }
}

extension RoundResult {
  /// The largest entry of one column over the calls of some phases; nil if it has none.
  fileprivate func most(
    _ column: (PhaseColumns) -> [UInt64], in isWanted: (Phase) -> Bool
  ) -> Double? {
    phases.filter { isWanted($0.phase) }.flatMap(column).max().map { Double($0) }
  }
}
