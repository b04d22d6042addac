/// The other calls of one group: what an app's user waits for besides saving.
struct CallTable {
  let group: CaseGroup

  private static let columns: [(header: String, metric: String)] = [
    ("open document p50", "open-document.p50"), ("open page p50", "open-page.p50"),
    ("background save p50", "save.background.p50"), ("list library p50", "list-library.p50"),
    ("export p50", "export.p50"), ("recovery", "recovery.time"), ("response p99", "response.p99"),
    ("utilisation", "utilisation"), ("late saves", "late-saves"), ("longest backlog", "backlog.max"),
    ("store", "store.bytes"),
  ]

  /// Empty if no case was measured.
  var text: String {
    let measured = group.cases.filter { !$0.metrics.isEmpty }
    // A column that no row fills says nothing.
    let columns = Self.columns.filter { column in
      measured.contains { $0.metric(column.metric)?.value != nil }
    }
    guard !measured.isEmpty, !columns.isEmpty else { return "" }
    var table = MarkdownTable(["store"] + columns.map(\.header), textColumns: 1)
    table.rows = measured.map { row in
      [row.name.store]
        + columns.map { column in
          row.metric(column.metric)?.marked ?? "–"
        }
    }
    return table.text
  }
}
