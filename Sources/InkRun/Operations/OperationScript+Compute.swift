internal import InkModel
internal import InkReport

extension OperationScript {
  /// Takes each step's time outside of file calls from the timed rounds, where nothing is recorded.
  ///
  /// The n-th call of a phase in one round is the n-th in every other; the median of the rounds counts. A
  /// step that the timed rounds don't have keeps what it was recorded with.
  mutating func takeCompute(from rounds: [RoundResult]) {
    let columns = rounds.map { round in
      Dictionary(round.phases.map { ($0.phase.rawValue, $0.computeNanoseconds) }) { first, _ in first }
    }
    var callCounts: [String: Int] = [:]
    for index in steps.indices {
      let phase = steps[index].phase
      let call = callCounts[phase, default: 0]
      callCounts[phase] = call + 1
      let times = columns.compactMap { round in
        round[phase].flatMap { $0.indices.contains(call) ? $0[call] : nil }
      }.sorted()
      guard !times.isEmpty else { continue }
      steps[index].computeNanoseconds = times[times.count / 2]
    }
  }
}
