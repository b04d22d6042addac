extension ModelledCase {
  /// A case of a run that has just been measured.
  package init(_ record: CaseRecord, session: SessionSummary?, pace: Pace, script: Script) {
    let metrics = MetricBuilder(record: record, isVirtual: pace == .virtual)
    self.init(
      name: record.name, script: script, sessionMilliseconds: session?.sessionMilliseconds ?? 0,
      logicalBytes: record.timed.first?.sum(\.logicalBytes),
      isExact: pace == .virtual && !(metrics.bytes() + metrics.calls()).contains(where: \.isDemoted))
  }

  /// A case of a finished run, by its report.
  package init(_ row: CaseRow, of report: Report, script: Script) {
    let session = report.sessions.first { $0.name == row.workload }
    self.init(
      name: row.name, script: script, sessionMilliseconds: session?.sessionMilliseconds ?? 0,
      logicalBytes: row.metric("bytes.logical")?.value,
      isExact: report.options.pace == .virtual
        && !row.metrics.contains {
          $0.isDemoted && ($0.name.hasPrefix("bytes") || $0.name.hasPrefix("calls."))
        })
  }
}
