/// A table of one group's measured cases: a column for each metric that some case has.
struct MetricTable {
  let group: CaseGroup
  /// What stands above a metric's column, and its name.
  let columns: [(header: String, metric: String)]

  /// Empty if no case was measured, or none has any of the metrics.
  var text: String {
    let measured = group.measured
    // A column that no row fills says nothing.
    let filled = columns.filter { column in
      measured.contains { $0.metric(column.metric)?.value != nil }
    }
    guard !filled.isEmpty else { return "" }
    var table = MarkdownTable(["store"] + filled.map(\.header), textColumns: 1)
    table.rows = measured.map { row in
      [row.name.store] + filled.map { row.metric($0.metric)?.marked ?? "–" }
    }
    return table.text
  }
}

extension MetricRow {
  /// The value, with a mark if it should have been exact and is not.
  var marked: String { humanised + (isDemoted ? " †" : "") }
}
