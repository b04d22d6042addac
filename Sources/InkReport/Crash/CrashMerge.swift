internal import InkModel

/// Makes one crash report of the reports of shards.
///
/// Method. All must be shards of one exploration: the same tool, command, seed, budget, sessions and cases,
/// every shard once and complete. Each distinct content belongs to one shard, so counts of states add up;
/// what every shard did in full, recording and generating, must be the same in all. Faults were tried by the
/// first shard alone. Of the findings of one
/// kind the one with the fewest culprits stays, of equal ones that of the first shard: an exploration without
/// shards may show another one of equal size.
package struct CrashMerge {
  /// A report and where it was read.
  package struct Part {
    package var path: String
    package var report: CrashReport

    package init(path: String, report: CrashReport) {
      self.path = path
      self.report = report
    }
  }

  package let report: CrashReport

  /// Checks that the reports belong together, and adds them up.
  package init(_ given: [Part]) throws(MergeError) {
    var parts: [(shard: Shard, part: Part)] = []
    for part in given {
      guard let text = part.report.shard, let shard = Shard(text: text) else {
        throw MergeError("'\(part.path)' is the report of a whole exploration and not of a shard")
      }
      parts.append((shard, part))
    }
    parts.sort { $0.shard.number < $1.shard.number }
    guard let first = parts.first else { throw MergeError("there is no report to merge") }
    for (shard, part) in parts {
      if let difference = Self.difference(first.part.report, part.report, shard.count == first.shard.count) {
        throw MergeError("'\(first.part.path)' and '\(part.path)' are not of one exploration: \(difference)")
      }
      guard !part.report.isCutByTime else {
        throw MergeError("shard \(shard.text) was stopped before its end ('\(part.path)'); resume it first")
      }
    }
    for (one, next) in zip(parts, parts.dropFirst()) where one.shard == next.shard {
      throw MergeError("shard \(one.shard.text) is given twice: '\(one.part.path)' and '\(next.part.path)'")
    }
    let numbers = Set(parts.map(\.shard.number))
    if let missing = (1...first.shard.count).first(where: { !numbers.contains($0) }) {
      throw MergeError("shard \(missing)/\(first.shard.count) is missing; add its report")
    }
    var merged = first.part.report
    merged.shard = nil
    for index in merged.cases.indices {
      merged.cases[index] = try Self.joined(parts.map { $0.part.report.cases[index] })
    }
    report = merged
  }

  /// The first thing in which two shards are not of one exploration; nil if there is none.
  private static func difference(_ one: CrashReport, _ other: CrashReport, _ sameCount: Bool) -> String? {
    if one.toolVersion != other.toolVersion {
      return "the versions of the tool are \(one.toolVersion) and \(other.toolVersion)"
    }
    if !sameCount { return "one is shard \(one.shard ?? ""), the other \(other.shard ?? "")" }
    if one.command != other.command { return "the commands are '\(one.command)' and '\(other.command)'" }
    if one.seed != other.seed || one.budget != other.budget { return "seed or budget differ" }
    if one.sessions != other.sessions { return "the sessions differ" }
    return one.cases.map(\.name) == other.cases.map(\.name) ? nil : "the stores differ"
  }

  /// One case of all shards.
  private static func joined(_ cases: [CrashCase]) throws(MergeError) -> CrashCase {
    var whole = cases[0]
    if var skipped = cases.first(where: { $0.notExplored != nil }) {
      skipped.faults = whole.faults
      return skipped
    }
    for part in cases.dropFirst() {
      guard
        part.fileOperations == whole.fileOperations, part.microOperations == whole.microOperations,
        part.profiles.map(\.profile) == whole.profiles.map(\.profile),
        part.profiles.map(\.generated) == whole.profiles.map(\.generated)
      else {
        throw MergeError(
          "\(whole.name.text) made other file calls in one shard than in another; explore it again")
      }
      whole.endedProcesses += part.endedProcesses
      whole.checkedStates += part.checkedStates
      whole.recoveredStates += part.recoveredStates
      for index in whole.profiles.indices { whole.profiles[index].add(part.profiles[index]) }
    }
    whole.findings = whole.profiles.flatMap { findings(of: cases, under: $0) }
    return whole
  }

  /// The smallest finding of each outcome; where the profile was broken, second crashes are not told of.
  private static func findings(of cases: [CrashCase], under row: CrashProfileRow) -> [CrashFinding] {
    let found = cases.flatMap { part -> [CrashFinding] in
      let isOfSecondCrash = part.profiles.first { $0.profile == row.profile }?.broken == 0
      guard !isOfSecondCrash || row.broken == 0 else { return [] }
      return part.findings.filter { $0.profile == row.profile }
    }
    return Outcome.allCases.compactMap { outcome in
      let same = found.filter { $0.outcome == outcome }
      guard var least = same.min(by: { $0.culprits.count < $1.culprits.count }) else { return nil }
      least.states = same.reduce(0) { $0 + $1.states }
      return least
    }
  }
}

extension CrashProfileRow {
  /// Adds what another shard found.
  fileprivate mutating func add(_ other: CrashProfileRow) {
    distinct += other.distinct
    broken += other.broken
    strokesLostMax = max(strokesLostMax, other.strokesLostMax)
    millisecondsLostMax = max(millisecondsLostMax, other.millisecondsLostMax)
    orphanFilesMax = max(orphanFilesMax, other.orphanFilesMax)
    secondCrashStates += other.secondCrashStates
    secondCrashBroken += other.secondCrashBroken
    shapes = ShapeRow.sum(of: [shapes, other.shapes])
    outcomes = Outcome.allCases.compactMap { outcome in
      let sum = count(outcome) + other.count(outcome)
      return sum > 0 ? OutcomeCount(outcome: outcome, count: sum) : nil
    }
  }
}

extension Shard {
  /// Reads what `text` writes.
  fileprivate init?(text: String) {
    let parts = text.split(separator: "/").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    self.init(number: parts[0], of: parts[1])
  }
}
