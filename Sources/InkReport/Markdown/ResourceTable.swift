/// What the saves of one group take of memory and processor.
struct ResourceTable {
  let group: CaseGroup

  private static let columns: [(header: String, metric: String)] = [
    ("allocations/save", "allocations.per-save"), ("allocated/save", "allocated-bytes.per-save"),
    ("peak in a save", "save.all.peak-bytes"), ("live after saves", "save.all.live-bytes"),
    ("CPU/save, calling thread", "cpu.per-save"),
    ("CPU/save, all threads", "cpu.all-threads.per-save"), ("page faults/save", "page-faults.per-save"),
  ]

  /// Empty if no case was measured.
  var text: String {
    let table = MetricTable(group: group, columns: Self.columns).text
    return table.isEmpty ? "" : "Memory and processor:\n\n" + table + notes
  }

  /// Stores whose work the calling thread only waits for.
  private var notes: String {
    let hopping = group.measured.filter(\.worksOnOtherThreads).map { code($0.name.store) }
    guard !hopping.isEmpty else { return "" }
    return
      "\nThe saves of \(hopping.joined(separator: ", ")) work on other threads: the calling thread's time is not "
      + "theirs, that of all threads is.\n"
  }
}

extension CaseRow {
  /// Whether other threads took more than a quarter on top of what the calling thread took, and more than two
  /// readings of the clocks can account for.
  fileprivate var worksOnOtherThreads: Bool {
    guard let own = metric("cpu.per-save")?.value, let all = metric("cpu.all-threads.per-save")?.value else {
      return false
    }
    return all > own * 1.25 && all > own + 10_000
  }
}
