internal import InkModel

/// The saves of one group by what made the app save: median, tail and number.
///
/// An autosave hides behind the pause in writing; a save on the way to the background has the system waiting.
struct ReasonTable {
  let group: CaseGroup

  private static let reasons: [Phase] = [.saveAutosave, .savePageClose, .saveBackground, .saveDocumentClose]

  /// Empty if no case was measured.
  var text: String {
    let measured = group.cases.filter { !$0.metrics.isEmpty }
    let reasons = Self.reasons.filter { reason in
      measured.contains { $0.metric("\(reason.rawValue).p50")?.value != nil }
    }
    guard !measured.isEmpty, !reasons.isEmpty else { return "" }
    var table = MarkdownTable(
      ["store"] + reasons.map { "\($0.rawValue.dropFirst("save.".count)) p50 / p95 / max (n a round)" },
      textColumns: 1)
    table.rows = measured.map { row in [row.name.store] + reasons.map { cell(of: $0, in: row) } }
    return "Saves by reason:\n\n" + table.text
  }

  private func cell(of reason: Phase, in row: CaseRow) -> String {
    guard let count = row.metric("\(reason.rawValue).count") else { return "–" }
    let times = ["p50", "p95", "max"].map { row.metric("\(reason.rawValue).\($0)")?.humanised ?? "–" }
    return "\(times.joined(separator: " / ")) (\(count.marked))"
  }
}
