internal import InkModel

/// The saves that an app made on its own device beside those of the replay, session by session.
struct DeviceTable {
  let report: Report

  /// Empty if no session has recorded saves.
  var text: String {
    report.sessions.filter { !$0.recordedSaves.isEmpty }.map(text).joined(separator: "\n")
  }

  private func text(of session: SessionSummary) -> String {
    let reasons = session.recordedSaves.map(\.reason).filter { $0 != RecordedSaveRow.allReasons }
    var table = MarkdownTable(
      ["saves of \(session.name)", "saves", "p50 / p95", "bytes/save", "strokes/save", "failed"]
        + reasons.map { "\($0) p50 / p95 (n)" }, textColumns: 1)
    table.rows = [deviceRow(of: session, reasons)]
    for row in report.cases where row.workload == session.name && !row.metrics.isEmpty {
      table.rows.append(replayedRow(row, reasons))
    }
    return table.text + "\n"
      + "The device and this machine differ in processor, disk and system: bytes, strokes a save and the order of "
      + "stores can be compared, times can't be compared one to one. When a replay saves follows from the session's "
      + "save policy, not from when the device saved.\n"
  }

  private func deviceRow(of session: SessionSummary, _ reasons: [String]) -> [String] {
    func row(_ reason: String) -> RecordedSaveRow? { session.recordedSaves.first { $0.reason == reason } }
    guard let all = row(RecordedSaveRow.allReasons) else { return [] }
    return [
      "recorded on the device", count(all.saves), times(of: all),
      all.bytesPerSave.map(Humanised.bytes) ?? "–", all.strokesPerSave.map(Humanised.digits) ?? "–",
      count(all.errors),
    ]
      + reasons.map { reason in row(reason).map { "\(times(of: $0)) (\(count($0.saves)))" } ?? "–" }
  }

  /// A replay stops at the first save that fails, so a case with metrics has none.
  private func replayedRow(_ row: CaseRow, _ reasons: [String]) -> [String] {
    func text(_ name: String) -> String { row.metric(name)?.humanised ?? "–" }
    return [
      "replayed here: \(row.name.store), \(row.durability.rawValue)", text("saves"),
      "\(text("save.all.p50")) / \(text("save.all.p95"))", text("bytes.per-save"), text("strokes-per-save"),
      "0",
    ]
      + reasons.map { reason in
        guard let number = row.metric("save.\(reason).count")?.value else { return "–" }
        return "\(text("save.\(reason).p50")) / \(text("save.\(reason).p95")) (\(Humanised.count(number)))"
      }
  }

  private func times(of row: RecordedSaveRow) -> String {
    [row.p50Nanoseconds, row.p95Nanoseconds]
      .map { $0.map { Humanised.time(nanoseconds: Double($0)) } ?? "–" }.joined(separator: " / ")
  }

  private func count(_ value: Int) -> String { Humanised.count(Double(value)) }
}
