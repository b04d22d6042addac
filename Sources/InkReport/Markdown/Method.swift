internal import InkModel

/// How the numbers were made: the work, the policy, the definitions.
struct Method {
  let report: Report

  var text: String {
    [
      "\(rounds) at \(report.options.pace.rawValue) pace, interleaved, each in a process of its own.\n",
      sessions.text, times + savePolicies, saving.text, definitions, legend.text,
    ].joined(separator: "\n")
  }

  private var rounds: String {
    let counts = report.options.rounds
    return counts == 1 ? "1 round" : "\(counts) rounds"
  }

  private var sessions: MarkdownTable {
    var table = MarkdownTable(
      [
        "session", "digest", "origin", "times", "save policy", "seed", "events", "strokes", "points", "pages",
        "length",
      ],
      textColumns: 5)
    table.rows = report.sessions.map { session in
      [
        session.name, session.digest, session.origin, session.times, session.policy, "\(session.seed)",
        count(session.eventCount), count(session.strokeCount), count(session.pointCount),
        count(session.basePageCount),
        Humanised.time(nanoseconds: Double(session.sessionMilliseconds) * 1_000_000),
      ]
    }
    return table
  }

  private func count(_ value: Int) -> String { Humanised.count(Double(value)) }

  private var times: String {
    var origins: [String] = []
    for session in report.sessions where !origins.contains(session.times) { origins.append(session.times) }
    return origins.map { "- Times \(code($0)): \(origin(ofTimes: $0)).\n" }.joined()
  }

  /// Which times of a session were measured on a writer.
  private func origin(ofTimes word: String) -> String {
    switch TimeOrigin(rawValue: word) {
    case .simulated: "the simulator made all of them, after measured handwriting"
    case .recorded: "all were recorded while people wrote"
    case .syntheticPauses:
      "samples within strokes were recorded; the pauses between strokes, and so the number of saves, are made up"
    case .synthetic: "none were recorded; speed, pauses, and so the number of saves, are made up"
    case nil: "as named"
    }
  }

  private var savePolicies: String {
    var policies: [String] = []
    for session in report.sessions where !policies.contains(session.policy) {
      policies.append(session.policy)
    }
    return policies.map { "- Save policy \(code($0)): \(definition($0))\n" }.joined()
  }

  /// What a policy's first word means, to the letter.
  private func definition(_ policy: String) -> String {
    let word = policy.split(separator: " ").first.map(String.init) ?? ""
    let trigger =
      switch word {
      case "debounce":
        "a timer restarted by each change, that is at stroke end; it may fire while the next stroke is being drawn"
      case "idle": "a timer restarted by each change, which pen-down cancels"
      case "periodic": "a timer that fires at a fixed interval while there are changes"
      case "per": "each stroke end saves at once"
      default: "as named"
      }
    let limit = policy.contains("at most") ? "; a change waits no longer than the given limit" : ""
    return "\(trigger)\(limit). It also saves on background, page close and document close."
  }

  /// What the policy led to; the same for every backend, unless one is too slow for the session.
  private var saving: MarkdownTable {
    var table = MarkdownTable(["session", "saves", "strokes/save", "loss window"], textColumns: 1)
    for session in report.sessions {
      let cases = report.cases.filter { $0.workload == session.name && !$0.metrics.isEmpty }
      let cells = ["saves", "strokes-per-save", "loss-window"].map { name in
        var values: [String] = []
        for metric in cases.compactMap({ $0.metric(name) }) where !values.contains(metric.marked) {
          values.append(metric.marked)
        }
        return values.isEmpty ? "–" : values.joined(separator: " or ")
      }
      table.rows.append([session.name] + cells)
    }
    return table
  }

  private var definitions: String {
    report.formulas.map { "- **\($0.name)**: \($0.text)\n" }.joined()
  }

  private var legend: MarkdownTable {
    var table = MarkdownTable(["column", "in report.json"], textColumns: 2)
    table.rows = ResultTable.legend.map { [$0.column, $0.metric] }
    return table
  }
}
