extension CaseRow {
  /// Makes the row of a case; its metrics are left out if the instrument can't vouch for any of its rounds.
  init(_ record: CaseRecord, options: RunOptions) {
    let reasons = NotMeasured.all(of: record)
    let isBelievable = reasons.isEmpty
    let metrics = MetricBuilder(record: record, isVirtual: options.pace == .virtual)
    self.init(
      workload: record.name.workload, backend: record.name.backend, codec: record.name.codec,
      durability: record.name.durability, level: record.level, unit: record.unit,
      retainsContent: record.retainsContent,
      status: Self.status(failures: record.failures, reasons: reasons), reasons: reasons,
      failures: record.failures.map(FailureRow.init), notes: Self.notes(on: record, options: options),
      timedRounds: record.timed.count, allocationRounds: record.allocationRounds.count,
      verification: Verification(record.verdicts), metrics: isBelievable ? metrics.all() : [],
      samples: isBelievable ? SampleRow.all(of: record.timed) : [],
      timeline: isBelievable ? CaseTimeline(record.timed) : nil, floors: record.floors,
      crash: CrashRow(record.crashTrials, excerpt: record.crashExcerpt), crashStates: record.crashStates?.row)
    notes += [Saturation(row: self).note, demotionNote].compactMap(\.self)
  }

  private static func status(failures: [ChildFailure], reasons: [NotMeasured]) -> Status {
    let failures = failures.filter { !$0.kind.isApart }
    if failures.contains(where: { $0.signal != nil }) { return .died }
    if !failures.isEmpty { return .failed }
    return reasons.isEmpty ? .measured : .notMeasured
  }

  private static func notes(on record: CaseRecord, options: RunOptions) -> [String] {
    var notes: [String] = []
    if !record.timed.isEmpty, record.timed.count < options.rounds {
      notes.append("\(record.timed.count) of \(options.rounds) rounds were finished.")
    }
    if record.timed.contains(where: { $0.check.kernelBytes == nil }) {
      notes.append("The kernel gave no byte count, so the counted bytes are not checked against it.")
    }
    if let loss = record.verdicts.compactMap(\.loss).first { notes.append(loss.sentence) }
    if record.timed.count == 1 {
      notes.append("One round: whether exact metrics repeat was not tested.")
    }
    if record.failures.contains(where: { $0.kind == .allocations }) {
      notes.append("A round that counts allocations failed; timed rounds are not affected.")
    }
    if let failure = record.failures.first(where: { $0.kind == .recorded }) {
      notes.append("The file calls could not be recorded (\(failure.reason)); timed rounds are not affected.")
    }
    return notes
  }
}

extension CaseRow {
  /// Names the metrics that should be exact and are not; nil if there are none.
  private var demotionNote: String? {
    let names = metrics.filter(\.isDemoted).map(\.name)
    guard !names.isEmpty else { return nil }
    let more = names.count - Self.demotedNamesMax
    return "Demoted to noisy, because the rounds differ: "
      + names.prefix(Self.demotedNamesMax).joined(separator: ", ") + (more > 0 ? " and \(more) more." : ".")
  }

  /// More names than this are counted; the metrics themselves say it too.
  private static let demotedNamesMax = 6
}

extension FailureRow {
  init(_ failure: ChildFailure) {
    self.init(
      round: failure.round, kind: failure.kind, reason: failure.reason, exitCode: failure.exitCode,
      signal: failure.signal)
  }
}

extension Verification {
  /// The worst of some verdicts, by the order of `Outcome`; nil without any.
  init?(_ verdicts: [Verdict]) {
    guard let worst = verdicts.max(by: { $0.outcome.severity < $1.outcome.severity }) else { return nil }
    self.init(
      outcome: worst.outcome, detail: worst.detail, verdicts: verdicts.count,
      pagesCompared: worst.pagesCompared, elementsCompared: worst.elementsCompared,
      orphanAssets: verdicts.map(\.orphanAssets).max() ?? 0)
  }
}

extension SampleRow {
  static func all(of rounds: [RoundResult]) -> [SampleRow] {
    rounds.enumerated().flatMap { round, result in
      result.phases.filter(\.phase.isSave)
        .map { SampleRow(phase: $0.phase, round: round, serviceNanoseconds: $0.serviceNanoseconds) }
    }
  }
}
