internal import InkModel

/// The report on moments for people: the answer, the tables, the plots, then method and environment.
package struct MomentsText {
  let report: MomentsReport

  package init(report: MomentsReport) { self.report = report }

  /// The answer alone, for the end of a run on a terminal.
  package var plainAnswer: String {
    answers.replacing("**", with: "").replacing("`", with: "")
  }

  func text(plots: [PlotFile], plotNote: String?) -> String {
    var text = "# InkBench: moments of an app, \(oneLine(report.work.workload))\n\n" + marks + answers
    for durability in durabilities {
      let tables = MomentsTables(report: report, durability: durability)
      text +=
        "\n## \(durability.rawValue)\n\nMedians; ± is half the distance between the quartiles.\n\n\(tables.times)\n"
      for plot in plots where plot.group == durability.rawValue {
        text += "![\(plot.caption)](\(plot.name))\n\n*\(plot.caption)*\n\n"
      }
      text += "What one repetition asked of the files:\n\n\(tables.counts)"
    }
    if let plotNote { text += "\n\(plotNote)\n" }
    var facts = MarkdownTable(["fact", "value"], textColumns: 2)
    facts.rows = [["inkbench", report.toolVersion]] + report.environment.map { [$0.name, $0.value] }
    text += "\n## Method\n\n\(method)\n## Environment\n\n\(facts.text)"
    return text + "\n## Repeat\n\n```sh\n\(report.command)\n```\n"
  }

  private var durabilities: [Durability] {
    Durability.allCases.sorted(by: >).filter { claimed in report.stores.contains { $0.durability == claimed }
    }
  }

  private var answers: String {
    guard !report.stores.isEmpty else { return "Nothing was measured.\n" }
    return durabilities.map { MomentsAnswer(report: report, durability: $0).text }.joined(separator: "\n")
  }

  private var marks: String {
    var lines = report.warnings.map { "**Warning:** \(oneLine($0))" }
    if report.isInterrupted {
      lines.insert("**Interrupted:** it was stopped before its end; this is what was measured.", at: 0)
    }
    return lines.isEmpty ? "" : lines.map { "> \($0)\n" }.joined(separator: ">\n") + "\n"
  }

  private var method: String {
    let work = report.work
    let count = { (number: Int) in Humanised.count(Double(number)) }
    let sizes = work.librarySizes.map(count)
    let listed =
      sizes.dropLast().joined(separator: ", ") + (sizes.count > 1 ? " and " : "") + (sizes.last ?? "")
    return """
      Each store was measured in a process of its own. Each moment was done once unmeasured, to warm up and to check \
      that it does what it says, and then \(count(work.repetitions)) times. A time is the median; ± is half the distance \
      between the quartiles. Calls, bytes and syncs are counted by the tap, past which a row is withheld; they \
      are exact where all repetitions agree.

      - The document: \(count(work.pages)) pages of the workload's base, \(count(work.strokes)) strokes, \
      \(count(work.points)) samples, seed \(work.seed).
      - **open document**: a store that has just been started opens it.
      - **open page**: the middle page by size (\(count(work.openedPagePoints)) samples), all of its elements.
      - **list library**: libraries of \(listed) notebooks of two short pages, closed, covers included where the \
      store has them.
      - **insert image**: an image of \(Humanised.bytes(Double(work.imageBytes))) is kept, and the page that shows it saved.
      - **background flush**: one save of 1, 5 or 20 dirty pages, a stroke more on each, and the call that says that the app \
      is in the background. Each page has had one save before since it was opened.
      - **move page**: the last page becomes the first.
      - **export**: the document is copied while a page is open and has just been saved.
      - **cold**: before each repetition the files are dropped from the page cache (`posix_fadvise`, \
      `POSIX_FADV_DONTNEED`), once they are synced, since what is dirty can't be dropped. Names of files and inodes stay in memory, so \
      this is not the first access after a reboot. That nothing was left is checked with `mincore`, and that the \
      kernel then fetched bytes from the device with `/proc/self/io`; without both the number is withheld, as it is on \
      tmpfs, where there is nothing else to read from.
      - After a repetition that changed something, the change is undone and the document closed, so that all begin alike.

      Took \(Humanised.time(nanoseconds: report.elapsedSeconds * 1e9)).

      """
  }
}
