internal import InkModel

/// The crash report for people: the answer, the matrix, what broke, then tables, method and limits.
package struct CrashText {
  let report: CrashReport
  let times: CrashTimes
  /// The report's directory, as a shell reads it.
  let place: String

  package init(report: CrashReport, times: CrashTimes, in place: String) {
    self.report = report
    self.times = times
    self.place = place
  }

  /// The answer alone, for the end of a run on a terminal.
  package var plainAnswer: String {
    answer.replacing("**", with: "").replacing("`", with: "")
  }

  /// The report as `crash.md`; `plots` are the pictures that were drawn, and `plotNote` says in a sentence
  /// why there are none.
  package func text(plots: [PlotFile] = [], plotNote: String? = nil) -> String {
    let names = report.sessions.map { oneLine($0.name) }.joined(separator: ", ")
    var text = "# InkBench: what a crash leaves of \(names)\n\n" + marks + answer
    for claimed in durabilities {
      text += "\n## \(claimed.rawValue)\n\n" + CrashMatrix(of: report, claimed).text
      for plot in plots where plot.group == claimed.rawValue {
        text += "\n![\(plot.caption)](\(plot.name))\n\n*\(plot.caption)*\n"
      }
    }
    if let plotNote { text += "\n\(plotNote)\n" }
    text += "\n## What broke\n\n" + findings
    if report.cases.contains(where: { !$0.faults.isEmpty }) {
      text += "\n## Faults\n\n" + FaultTable(report: report).text
    }
    text += "\n## Recovery\n\n" + recovery
    text += "\n## How far it looked\n\n" + CrashBounds(report: report).text
    text += agreement
    text += "\n## What a call to the file system is worth\n\n" + AppleCalls.text
    text += "\n## Method\n\n\(method)\n## Environment\n\n" + environment
    let shard = report.shard.map { " --shard \($0)" } ?? ""
    return text + "\n## Repeat\n\n```sh\n\(report.command)\(shard)\n```\n"
  }

  /// What real processes said of the model.
  private var agreement: String {
    let ended = report.cases.reduce(0) { $0 + $1.endedProcesses }
    guard ended > 0 else { return "" }
    let processes = counted(ended, "real process", "real processes")
    let verb = ended == 1 ? "was" : "were"
    return "\n\(processes) \(verb) ended amid the replay; all left what the model says.\n"
  }

  private var durabilities: [Durability] {
    Durability.allCases.sorted(by: >).filter { claimed in
      // Where only faults were tried there is no matrix.
      report.cases.contains { $0.durability == claimed && (!$0.profiles.isEmpty || $0.faults.isEmpty) }
    }
  }

  private var marks: String {
    let part = report.shard.map {
      "> **Shard \($0):** a part of each store's states; `crash merge` makes one report of all shards.\n\n"
    }
    guard report.isCutByTime else { return part ?? "" }
    return (part ?? "")
      + "> **Cut short:** it was stopped, or its time was over, before its end.\n\n"
  }

  private var answer: String {
    let explored = report.cases.filter { $0.notExplored == nil }
    var lines: [String] = []
    let broken = report.brokenCases
    if explored.isEmpty || !report.hasTested {
      lines.append("Nothing was explored.")
    } else if broken.isEmpty {
      lines.append(
        "**No promise was broken** in \(looked) of \(counted(explored.count, "store")).")
    } else {
      lines.append(
        "**\(counted(broken.count, "store")) of \(explored.count) broke a promise**, "
          + "among \(looked).")
      lines += broken.map { row in
        let profiles =
          row.profiles.filter(\.isBroken).map { "`\($0.profile)`" }
          + row.faults.filter { $0.broken > 0 }.map { "`\($0.title)`" }
        return "- \(code(report.title(of: row))) claims `\(row.durability.rawValue)` and breaks it under "
          + profiles.joined(separator: ", ") + "."
      }
    }
    for row in report.cases {
      guard let reason = row.notExplored else { continue }
      lines.append("- \(code(row.name.text)) was not explored: \(oneLine(reason))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// How much was looked at.
  private var looked: String {
    let lives = report.cases.reduce(0) { $0 + $1.faults.reduce(0) { $0 + $1.lives } }
    let states = counted(report.checkedStates, "distinct state")
    guard lives > 0 else { return states }
    let words = counted(lives, "life with faults", "lives with faults")
    return report.checkedStates == 0 ? words : "\(states) and \(words)"
  }

  private var findings: String {
    let found = report.cases.flatMap { row in row.findings.map { (row: row, finding: $0) } }
    let faults = FaultTable(report: report).failures
    guard !found.isEmpty else { return faults.isEmpty ? "Nothing.\n" : faults }
    return found.map { row, finding in
      """
      ### \(finding.outcome.rawValue): \(report.title(of: row)), \(row.durability.rawValue), under \(finding.profile)

      \(oneLine(finding.seen)) \(oneLine(finding.missingBarrier))

      \(finding.culprits.map { "- \(oneLine($0))\n" }.joined())
      \(counted(finding.states, "state")) failed like this. To see one:

      ```sh
      \(oneLine(finding.command(in: place)))
      ```

      """
    }.joined(separator: "\n") + (faults.isEmpty ? "" : "\n" + faults)
  }

  private var recovery: String {
    guard !times.recoveries.isEmpty else { return "Nothing was opened.\n" }
    var table = MarkdownTable(["store", "states", "p50", "max"], textColumns: 1)
    table.rows = times.recoveries.map {
      [
        $0.store, Humanised.count(Double($0.states)),
        Humanised.time(nanoseconds: Double($0.medianNanoseconds)),
        Humanised.time(nanoseconds: Double($0.maxNanoseconds)),
      ]
    }
    return
      "From opening the store to its last page being read, the files in memory; these times are noisy.\n\n"
      + table.text
  }

  private var environment: String {
    var facts = MarkdownTable(["fact", "value"], textColumns: 2)
    facts.rows = [["inkbench", report.toolVersion], ["worker processes", "\(times.workers)"]]
    facts.rows += report.sessions.map { session in
      [
        "session \(session.name)",
        "\(session.excerpt); \(counted(session.events, "event")), \(counted(session.pages, "page")), "
          + "\(counted(session.strokes, "stroke")), digest \(session.digest)",
      ]
    }
    facts.rows += times.environment.map { [$0.name, $0.value] }
    return facts.text
  }

  private var method: String {
    """
    An excerpt of each session is replayed once on each store while the tap records every file call with its bytes, and \
    where each call on the store began and was acknowledged. The recording is taken apart into what a disk can keep or \
    lose by itself: blocks of bytes, sizes, names. A *profile* says which of these must have arrived before which \
    others, and what a sync forces. Between any two syncs and acknowledgements, the states that the profile allows are \
    generated: all of them where at most twelve operations are pending, and otherwise every prefix, every state with \
    at most two operations missing or present, and random ones by the seed. The last write may be torn at any sector, \
    and bytes that were promised room and never written are zeros or garbage.

    Each state of different content is written to an empty directory, opened by the store's own recovery, and compared \
    page by page with every version that was saved; then it is closed and opened again, and must show the same. An \
    engine's own integrity check has no say. `intact` and `lost-unacknowledged` keep any promise; `lost-acknowledged` \
    keeps only that of `power-consistent`, which allows older versions after a power cut. From some states the store is \
    used as after any crash, opened, read, saved to once and closed, and crashed again meanwhile: what was owed after the \
    first crash is owed after the second.

    *Faults* are lives of the store: a longer replay, with a second sitting, in which calls fail, fall short, find files \
    unreadable or a small disk full, or in which the closed store is damaged. The app goes on as apps do: it tries again, \
    keeps what is not saved, and saves it when the fault has passed. Then a fresh opening must show all that was \
    acknowledged, take another stroke, and show it again. A page, list or image that the store gives back during a life \
    is compared too. Damage at rest may make a page unreadable or older as a whole; it may not be taken for right. Bytes \
    and names that a failed sync loses are worked out from the recorded calls, bytes block by block; sizes are not lost.

    What this is not: it is bounded and no proof. Extended attributes, permissions and times are not modelled. States \
    are modelled, not those of a drive whose plug was pulled. The `apfs` profiles follow Apple's documents and are \
    not calibrated; a store that syncs by fsync here promises nothing about a power cut on an iPad.

    """
  }
}

/// A number with its noun, such as `1 store` or `2 stores`.
package func counted(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(Humanised.count(Double(number))) \(number == 1 ? noun : plural ?? noun + "s")"
}
