/// How the saves of one group settle down over a round.
struct SteadinessTable {
  let group: CaseGroup

  /// Empty if no case made automatic saves.
  var text: String {
    let saving = group.cases.filter { $0.metric("trend.ratio") != nil }
    guard !saving.isEmpty else { return "" }
    var table = MarkdownTable(
      ["store", "first save ÷ the others", "last fifth ÷ first fifth", "over a round"], textColumns: 1)
    table.alignments[3] = .left
    table.rows = saving.map { row in
      let trend = row.metric("trend.ratio")
      return [
        row.name.store, row.metric("first-save.ratio")?.humanisedWithInterval ?? "–",
        trend?.humanisedWithInterval ?? "–", trend?.note ?? "–",
      ]
    }
    return "Whether automatic saves settle down; no save is left out of any number:\n\n" + table.text
  }
}
