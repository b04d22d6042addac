/// The crash trials of all cases: what was found, and where.
struct CrashTable {
  let report: Report

  var text: String {
    let tried = report.cases.compactMap { row in row.crash.map { (row: row, crash: $0) } }
    guard !tried.isEmpty else { return "No crash trials were run.\n" }
    let broken = Outcome.allCases.filter { outcome in
      !outcome.isAllowed && tried.contains { $0.crash.count(outcome) > 0 }
    }
    var table = MarkdownTable(
      ["case", "trials", "intact", "lost-unacknowledged"]
        + (broken.isEmpty ? ["broken"] : broken.map { "✗ \($0.rawValue)" }) + ["trials by stretch"],
      textColumns: 1)
    table.alignments[table.header.count - 1] = .left
    table.rows = tried.map { row, crash in
      [
        row.name.text, "\(crash.trials)", "\(crash.count(.intact))", "\(crash.count(.lostUnacknowledged))",
      ] + (broken.isEmpty ? ["0"] : broken.map { "\(crash.count($0))" })
        + [crash.strata.map(stretch).joined(separator: ", ")]
    }
    return introduction + table.text + failures(tried)
  }

  private var introduction: String {
    let excerpts = report.cases.compactMap(\.crash?.excerpt).reduce(into: [String]()) { list, excerpt in
      if !list.contains(excerpt) { list.append(excerpt) }
    }
    let replayed = excerpts.isEmpty ? "" : " Replayed: \(excerpts.map(oneLine).joined(separator: "; "))."
    return
      "Each trial ends the process at one operation on the store, or in the middle of a write; a fresh process then "
      + "compares what it finds with the model. `intact` and `lost-unacknowledged` keep the promise. "
      + "A power cut is not tried here: what was written is kept by the kernel, synced or not.\(replayed)\n\n"
  }

  private func stretch(_ stratum: CrashStratum) -> String {
    "\(stratum.stratum) \(stratum.trials)"
      + (stratum.brokenCount > 0 ? " (✗ \(stratum.brokenCount))" : "")
  }

  private func failures(_ tried: [(row: CaseRow, crash: CrashRow)]) -> String {
    let lines = tried.compactMap { row, crash in
      crash.firstFailure.map { "- \(code(row.name.text)), first: \($0.sentence)\n" }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }
}
