extension MetricBuilder {
  /// What crashes cost at worst, and how long recovery from them takes; none where no states were explored.
  ///
  /// Losses are the most over the profiles under which anything is promised: a store that syncs nothing loses
  /// all of a short excerpt when the power goes, and never said otherwise.
  func crashStates() -> [MetricRow] {
    guard let found = record.crashStates, found.row.notExplored == nil else { return [] }
    let promised = found.row.profiles.filter { $0.promise != .none }
    var metrics = [
      exact("crash.strokes-lost.max", .strokes, promised.map { Double($0.strokesLostMax) }),
      exact("crash.time-lost.max", .milliseconds, promised.map { Double($0.millisecondsLostMax) }),
      exact("crash.orphan-files.max", .files, found.row.profiles.map { Double($0.orphanFilesMax) }),
    ]
    if let recovery = found.recovery {
      metrics += [
        ("crash.recovery.p50", recovery.medianNanoseconds), ("crash.recovery.max", recovery.maxNanoseconds),
      ].map { name, nanoseconds in
        MetricRow(
          name, .nanoseconds, .noisy, value: Double(nanoseconds), rounds: [Double(nanoseconds)],
          note: "n = \(recovery.states)")
      }
    }
    return metrics
  }

  private func exact(_ name: String, _ unit: MetricRow.Unit, _ values: [Double]) -> MetricRow {
    let most = values.max()
    return MetricRow(
      name, unit, .exact, value: most, rounds: [most],
      note: most == nil ? "Nothing is promised under any of the profiles." : nil)
  }
}
