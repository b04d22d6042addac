internal import InkModel

/// The first lines of a report: which backend saves fastest, writes least, survives.
///
/// Method: within a group, cases that keep content, were measured and broke no promise are ranked. The
/// fastest save is the lowest median; another case ties with it if the ranges of their rounds' medians
/// overlap, because then the order could be noise. Bytes are ranked as they are, since they repeat. Whoever
/// is left out is named with the reason.
struct Answer {
  let group: CaseGroup

  var text: String {
    let ranked = group.cases.filter { $0.exclusion == nil && $0.retainsContent }
    var lines = [
      "**\(group.durability.rawValue)**, workload \(code(group.workload))\(group.machinePart):", "",
    ]
    if ranked.isEmpty {
      lines.append("- **No backend can be ranked**: none was measured and kept its promises.")
    } else {
      lines.append("- **Saves fastest:** " + fastest(ranked))
      lines.append("- **Writes least:** " + leanest(ranked))
    }
    lines.append("- **Survives:** " + survival)
    lines += saturated
    lines += leftOut
    return lines.joined(separator: "\n") + "\n"
  }

  private func fastest(_ cases: [CaseRow]) -> String {
    let timed = cases.compactMap { row in
      row.metric(row.headlineSave + ".p50").flatMap { metric in
        metric.value.map { (row: row, metric: metric, value: $0) }
      }
    }.sorted { ($0.value, $0.row.name.text) < ($1.value, $1.row.name.text) }
    guard let first = timed.first else { return "nothing was saved." }
    let floor = first.row.metric("floor.ratio")?.value.map {
      ", \(Humanised.ratio($0)) the bare cost of its bytes"
    }
    var sentence =
      "\(code(first.row.name.store)), \(first.metric.humanisedWithInterval) at the median\(floor ?? "")"
    let others = timed.dropFirst()
    let ties = others.filter { first.metric.roundsOverlap($0.metric) }
    if cases.count == 1 { return sentence + "; it is the only one ranked." }
    if first.metric.rounds.count < 2 {
      sentence += "; with one round, noise can't be told from a difference"
    } else if !ties.isEmpty {
      sentence +=
        "; within noise of it: "
        + ties.map { "\(code($0.row.name.store)) (\($0.metric.humanised))" }
        .joined(separator: ", ")
    }
    if let next = others.first(where: { !first.metric.roundsOverlap($0.metric) }) {
      sentence += "; then \(code(next.row.name.store)), \(next.metric.humanised)"
    }
    return sentence + "."
  }

  private func leanest(_ cases: [CaseRow]) -> String {
    let written = cases.compactMap { row in
      row.metric("bytes-per-hour").flatMap { metric in
        metric.value.map { (row: row, metric: metric, value: $0) }
      }
    }.sorted { ($0.value, $0.row.name.text) < ($1.value, $1.row.name.text) }
    guard let first = written.first else { return "no bytes were counted." }
    let amplification = first.row.metric("write-amplification")?.value
      .map { ", \(Humanised.ratio($0)) what was added" }
    let ties = written.dropFirst().filter { $0.value == first.value }
    var sentence = "\(code(first.row.name.store)), \(first.metric.humanised) an hour of writing"
    sentence += amplification ?? ""
    if !ties.isEmpty {
      sentence += "; equal: " + ties.map { code($0.row.name.store) }.joined(separator: ", ")
    }
    if let last = written.last, last.value > first.value {
      sentence += "; most: \(code(last.row.name.store)), \(last.metric.humanised)"
    }
    if written.contains(where: \.metric.isDemoted) { sentence += " (rounds differed, see †)" }
    return sentence + "."
  }

  /// More survivors than this are counted rather than named; the table names them.
  private var namedMax: Int { 4 }

  private var survival: String {
    let tried = group.cases.filter { $0.crash != nil }
    let survivors = tried.filter { $0.crash?.brokenCount == 0 }
    let explored = group.cases.filter { $0.crashStates?.notExplored == nil && $0.crashStates != nil }
    let untried = group.cases.filter { $0.crash == nil && $0.retainsContent }
    var parts: [String] = []
    if tried.isEmpty, explored.isEmpty { parts.append("not tested; no crash trials were run") }
    if !survivors.isEmpty {
      let trials = Set(survivors.compactMap(\.crash?.trials)).sorted().map(String.init).joined(
        separator: " or ")
      let names =
        survivors.count > namedMax
        ? "\(survivors.count) of \(tried.count) stores"
        : survivors.map { code($0.name.store) }.joined(separator: ", ")
      parts.append("\(names) kept every acknowledged save in \(trials) crash trials each (process ended)")
    }
    for row in tried where row.crash?.brokenCount != 0 {
      guard let crash = row.crash, let failure = crash.firstFailure else { continue }
      parts.append(
        "**\(code(row.name.store)) did not**: \(crash.brokenCount) of \(crash.trials) trials broke its promise, first "
          + failure.sentence)
    }
    parts += states(of: explored)
    parts += group.cases.compactMap { row in
      row.crashStates?.notExplored.map { reason in
        "\(code(row.name.store)): its crash states were not explored: \(oneLine(reason).withoutFullStop)"
      }
    }
    if !tried.isEmpty, !untried.isEmpty {
      parts.append("not tested: " + untried.map { code($0.name.store) }.joined(separator: ", "))
    }
    return parts.joined(separator: "; ") + "."
  }

  /// What the states that a crash can leave said, promise by promise.
  private func states(of explored: [CaseRow]) -> [String] {
    guard !explored.isEmpty else { return [] }
    let count = explored.reduce(0) { $0 + ($1.crashStates?.checkedStates ?? 0) }
    let broken = explored.filter { ($0.crashStates?.brokenCount ?? 0) > 0 }
    let looked = "in \(counted(count, "state")) that a crash can leave"
    guard !broken.isEmpty else { return ["no promise was broken \(looked)"] }
    return broken.map { row in
      let count = counted(row.crashStates?.brokenCount ?? 0, "state")
      let first =
        row.crashStates?.findings.first.map { finding in
          ", first under `\(finding.profile)`, \(finding.outcome.rawValue): "
            + "\(oneLine(finding.seen)) \(oneLine(finding.missingBarrier))".withoutFullStop
        } ?? ""
      return "**\(code(row.name.store)) breaks its promise** in \(count) that a crash can leave\(first)"
    }
  }

  private var saturated: [String] {
    group.cases.map { Saturation(row: $0) }.filter { !$0.keepsUp }.map { store in
      "- **Can't keep up:** \(code(store.row.name.store)) – \(store.sentence ?? "")."
    }
  }

  private var leftOut: [String] {
    group.cases.compactMap { row in
      if let reason = row.exclusion { return "- **Left out:** \(code(row.name.store)) – \(oneLine(reason))" }
      guard row.retainsContent else {
        let cost = row.metric("save.all.p50").map { ": \($0.humanised) a save at the median" } ?? ""
        return "- \(code(row.name.store)) keeps nothing; it shows the harness's own cost\(cost)."
      }
      if row.verification == nil { return "- \(code(row.name.store)): its content was not checked." }
      return nil
    }
  }
}

extension String {
  /// Without its full stop, as a part of a longer sentence.
  fileprivate var withoutFullStop: String { last == "." ? String(dropLast()) : self }
}

extension CrashFailure {
  /// What happened, where.
  var sentence: String {
    let cut = isWriteCut ? ", its write cut at half" : ""
    return "\(outcome.rawValue) at operation \(operation) (\(stratum)\(cut))"
      + (detail.map { ": \(oneLine($0))" } ?? "")
  }
}

extension MetricRow {
  /// Whether the order of two metrics could be noise: the ranges of their rounds overlap.
  func roundsOverlap(_ other: MetricRow) -> Bool {
    let mine = rounds.compactMap { $0 }
    let theirs = other.rounds.compactMap { $0 }
    guard mine.count >= 2, theirs.count >= 2, let low = mine.min(), let high = mine.max(),
      let otherLow = theirs.min(), let otherHigh = theirs.max()
    else { return false }
    return low <= otherHigh && otherLow <= high
  }
}
