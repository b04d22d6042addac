extension ModelledCase {
  /// A case of a run that has just been measured.
  package init(_ record: CaseRecord, session: SessionSummary?, pace: Pace, script: Script) {
    self.init(
      name: record.name, script: Self.believed(script, NotMeasured.all(of: record)),
      sessionMilliseconds: session?.sessionMilliseconds ?? 0,
      logicalBytes: record.timed.first?.sum(\.logicalBytes),
      isExact: Self.repeats(MetricBuilder(record: record, isVirtual: pace == .virtual).all(), pace))
  }

  /// A case of a finished run, by its report.
  package init(_ row: CaseRow, of report: Report, script: Script) {
    let session = report.sessions.first { $0.name == row.workload }
    self.init(
      name: row.name, script: Self.believed(script, row.reasons),
      sessionMilliseconds: session?.sessionMilliseconds ?? 0,
      logicalBytes: row.metric("bytes.logical")?.value,
      isExact: Self.repeats(row.metrics, report.options.pace))
  }

  /// The script, unless the instrument can't vouch for the case: what it missed in a timed round, it missed
  /// in the recorded one.
  private static func believed(_ script: Script, _ reasons: [NotMeasured]) -> Script {
    guard let reason = reasons.first else { return script }
    return .absent("The instrument can't vouch for its calls: \(reason.detail)")
  }

  /// Whether the case does the same each time: no count of its timed rounds had to be demoted.
  ///
  /// Allocations may differ and the calls still be the same.
  private static func repeats(_ metrics: [MetricRow], _ pace: Pace) -> Bool {
    pace == .virtual && !metrics.contains { $0.isDemoted && !MetricRow.isOfMemory($0.name) }
  }
}
