/// The table of one group: a row a case, and below it what its marks and columns mean.
struct ResultTable {
  let group: CaseGroup

  var text: String {
    let tail = tailLabel
    var table = MarkdownTable(
      [
        "store", "level", "save p50", "save \(tail)", "× floor", "compute / file / sync", "written/save",
        "written/hour", "amplification", "syncs/save", "peak memory", "content", "crash trials",
      ], textColumns: 1)
    table.rows = group.cases.map { row($0, tail: tail) }
    return table.text + RoundSpread.note(under: table) + (allNotes.isEmpty ? "" : "\n" + allNotes)
  }

  /// The columns of every results table, and the metrics in `report.json` that they show.
  static let legend: [(column: String, metric: String)] = [
    (
      "save p50, save p95 (or p90)",
      "save.autosave.p50, save.autosave.p95; save.all.… without automatic saves"
    ),
    ("× floor", "floor.ratio"),
    (
      "compute / file / sync",
      "save.autosave.compute.p50, save.autosave.file.p50, save.autosave.sync.p50"
    ),
    ("written/save", "bytes.per-save"), ("written/hour", "bytes-per-hour"),
    ("amplification", "write-amplification"), ("syncs/save", "syncs.per-save"),
    ("peak memory", "peak-memory"), ("content", "verification.outcome"), ("crash trials", "crash.outcomes"),
  ]

  /// p95 if any row has it, else p90.
  private var tailLabel: String {
    let hasP95 = group.cases.contains { $0.metric($0.headlineSave + ".p95")?.value != nil }
    let hasP90 = group.cases.contains { $0.metric($0.headlineSave + ".p90")?.value != nil }
    return hasP95 || !hasP90 ? "p95" : "p90"
  }

  private func row(_ row: CaseRow, tail: String) -> [String] {
    let name = [row.name.store + (row.hasLostData ? " ✗" : ""), row.level.map(String.init) ?? "–"]
    let verdicts = [content(row), crash(row)]
    guard !row.metrics.isEmpty else {
      return name + [row.status == .measured ? "–" : spoken(row.status)] + Array(repeating: "–", count: 8)
        + verdicts
    }
    let save = row.headlineSave
    let parts = ["compute", "file", "sync"].map { plainCell(row, "\(save).\($0).p50") }.joined(
      separator: " / ")
    let mark = row.status == .measured ? "" : " (\(spoken(row.status)))"
    return name + [
      time(row, "\(save).p50") + mark, time(row, "\(save).\(tail)"), time(row, "floor.ratio"), parts,
      cell(row, "bytes.per-save"), cell(row, "bytes-per-hour"), cell(row, "write-amplification"),
      cell(row, "syncs.per-save"), cell(row, "peak-memory"),
    ] + verdicts
  }

  private func cell(_ row: CaseRow, _ name: String) -> String {
    plainCell(row, name) + (row.metric(name).map(RoundSpread.mark) ?? "")
  }

  private func plainCell(_ row: CaseRow, _ name: String) -> String {
    row.metric(name)?.marked ?? "–"
  }

  /// A time with its confidence interval.
  private func time(_ row: CaseRow, _ name: String) -> String {
    guard let metric = row.metric(name) else { return "–" }
    return metric.humanisedWithInterval + RoundSpread.mark(metric)
  }

  private func spoken(_ status: CaseRow.Status) -> String {
    status == .notMeasured ? "**not measured**" : "**\(status.rawValue)**"
  }

  private func content(_ row: CaseRow) -> String {
    guard let verification = row.verification else { return row.retainsContent ? "not checked" : "–" }
    return verification.outcome.isAllowed
      ? verification.outcome.rawValue : "✗ \(verification.outcome.rawValue)"
  }

  private func crash(_ row: CaseRow) -> String {
    guard let crash = row.crash else { return "–" }
    return crash.brokenCount == 0
      ? "\(crash.trials) kept" : "✗ \(crash.brokenCount) of \(crash.trials) broken"
  }

  /// One line a sentence, with all the stores that it holds for.
  private var allNotes: String {
    var sentences: [String] = []
    var stores: [String: [String]] = [:]
    for row in group.cases {
      for sentence in notes(row) {
        if stores[sentence] == nil { sentences.append(sentence) }
        stores[sentence, default: []].append(code(row.name.store))
      }
    }
    return sentences.map { "- \((stores[$0] ?? []).joined(separator: ", ")): \($0)\n" }.joined()
  }

  /// Everything that limits a row, as sentences.
  private func notes(_ row: CaseRow) -> [String] {
    let broken = row.verification.flatMap { $0.outcome.isAllowed ? nil : $0.detail }
    let sentences =
      reasons(row) + row.failures.map(\.sentence) + row.notes
      + (broken.map { ["Content check: \($0)"] } ?? []) + suppressed(row) + unmeasuredAllocations(row)
    return sentences.map(oneLine)
  }

  /// The first reason of each kind; more rounds say the same again.
  private func reasons(_ row: CaseRow) -> [String] {
    NotMeasured.Code.allCases.compactMap { code in
      let alike = row.reasons.filter { $0.code == code }
      guard let first = alike.first else { return nil }
      return first.detail + (alike.count > 1 ? " (\(alike.count - 1) more of this kind in report.json.)" : "")
    }
  }

  private func suppressed(_ row: CaseRow) -> [String] {
    guard let metric = row.metric("\(row.headlineSave).\(tailLabel)"), metric.value == nil else { return [] }
    return [metric.note ?? ""]
  }

  private func unmeasuredAllocations(_ row: CaseRow) -> [String] {
    guard let metric = row.metric("allocations.per-save"), metric.value == nil else { return [] }
    return ["Allocations: \(metric.note ?? "")"]
  }
}

extension FailureRow {
  /// How a child ended, in words.
  var sentence: String {
    let end =
      signal.map { "ended by signal \($0)" } ?? exitCode.map { "ended with exit code \($0)" }
      ?? "did not finish"
    return "Round \(round) (\(kind.rawValue)) \(end): \(reason)"
  }
}
