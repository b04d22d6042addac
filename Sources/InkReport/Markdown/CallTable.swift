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
  var text: String { MetricTable(group: group, columns: Self.columns).text }
}
