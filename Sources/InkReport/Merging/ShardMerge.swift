/// Makes one report of the reports of shards.
///
/// Method. All must be shards of one run: the same tool, options, sessions and cases, every shard once. The
/// cases come out in the order of the whole run, as their shards have them. Shards of several machines are
/// allowed, since exact metrics but those of memory don't depend on the machine; times do, so each case then
/// carries its machine, tables hold cases of one machine only, and a warning says so. Facts that the shards
/// don't share are named with the shards that they are true of.
package struct ShardMerge {
  /// A report and where it was read.
  package struct Part {
    package var path: String
    package var report: Report

    package init(path: String, report: Report) {
      self.path = path
      self.report = report
    }
  }

  private var parts: [(path: String, shard: ReportShard, report: Report)] = []
  private let isPartial: Bool

  /// Checks that the reports belong together; `isPartial` also lets in shards that are missing or were
  /// interrupted.
  package init(_ given: [Part], isPartial: Bool) throws(MergeError) {
    self.isPartial = isPartial
    for part in given {
      guard let shard = part.report.shard else {
        throw MergeError("'\(part.path)' is the report of a whole run and not of a shard")
      }
      guard Shard(number: shard.number, of: shard.count) != nil else {
        throw MergeError("'\(part.path)' says that it is shard \(shard.text), which can't be")
      }
      parts.append((part.path, shard, part.report))
    }
    parts.sort { $0.shard.number < $1.shard.number }
    guard let first = parts.first else { throw MergeError("there is no report to merge") }
    for part in parts.dropFirst() {
      if let difference = Self.difference(first.report, first.shard, part.report, part.shard) {
        throw MergeError("'\(first.path)' and '\(part.path)' are not of one run: \(difference)")
      }
    }
    for (part, next) in zip(parts, parts.dropFirst()) where part.shard.number == next.shard.number {
      throw MergeError("shard \(part.shard.text) is given twice: '\(part.path)' and '\(next.path)'")
    }
    try checkCases()
    guard !isPartial else { return }
    if let cut = parts.first(where: \.report.isInterrupted) {
      throw MergeError(
        "shard \(cut.shard.text) was interrupted ('\(cut.path)'); resume it, or merge what is there with --partial"
      )
    }
    if let missing = missingShards.first {
      throw MergeError(
        "shard \(missing)/\(first.shard.count) is missing; add its report, or merge the others with --partial"
      )
    }
  }

  /// Every case that a shard reports must be one of the run, and no other shard's.
  private func checkCases() throws(MergeError) {
    var owners: [CaseName: String] = [:]
    for part in parts {
      for row in part.report.cases {
        guard part.shard.wholeCases.contains(row.name) else {
          throw MergeError("'\(part.path)' has a case that the run does not have: \(row.name.text)")
        }
        if let owner = owners.updateValue(part.path, forKey: row.name) {
          throw MergeError("\(row.name.text) is in '\(owner)' and in '\(part.path)'")
        }
      }
    }
    guard missingShards.isEmpty, !isPartial, let whole = parts.first?.shard.wholeCases else { return }
    if let lost = whole.first(where: { owners[$0] == nil }) {
      throw MergeError("\(lost.text) is in none of the shards, though all are there")
    }
  }

  private var missingShards: [Int] {
    let numbers = Set(parts.map(\.shard.number))
    return (1...(parts.first?.shard.count ?? 1)).filter { !numbers.contains($0) }
  }

  /// The first thing in which two shards are not of one run; nil if there is none.
  private static func difference(
    _ one: Report, _ shard: ReportShard, _ other: Report, _ otherShard: ReportShard
  ) -> String? {
    if one.toolVersion != other.toolVersion {
      return "the versions of the tool are \(one.toolVersion) and \(other.toolVersion)"
    }
    if shard.count != otherShard.count {
      return "one is shard \(shard.text), the other \(otherShard.text)"
    }
    if let difference = one.options.difference(from: other.options) { return difference }
    if let difference = SessionSummary.difference(one.sessions, other.sessions) { return difference }
    return CaseName.difference(shard.wholeCases, otherShard.wholeCases)
  }

  /// The one report.
  package var report: Report {
    let rows = Dictionary(
      parts.flatMap { part in part.report.cases.map { ($0.name, labelled($0, part.shard)) } },
      uniquingKeysWith: { first, _ in first })
    var merged = parts[0].report
    merged.shard = nil
    merged.command = parts[0].shard.wholeCommand
    merged.isInterrupted = parts.contains { $0.report.isInterrupted }
    let resumptions = parts.flatMap { $0.report.resumptions ?? [] }
    merged.resumptions = resumptions.isEmpty ? nil : resumptions
    merged.warnings = warnings
    merged.environment = environment
    merged.machine = Self.machine(of: parts.map(\.report))
    merged.formulas = Self.formulas(of: parts.map(\.report))
    let order = parts[0].shard.wholeCases
    merged.modelled = Self.modelled(of: parts.map { ($0.shard.number, $0.report) })
    merged.modelled.rows.sort {
      (order.firstIndex(of: $0.name) ?? 0) < (order.firstIndex(of: $1.name) ?? 0)
    }
    merged.cases = parts[0].shard.wholeCases.compactMap { rows[$0] }
    return merged
  }

  /// The shards of each machine, by what makes a machine another one.
  private var machines: [ReportMachine: [Int]] {
    Dictionary(grouping: parts, by: { ReportMachine($0.report) }).mapValues { $0.map(\.shard.number) }
  }

  private func labelled(_ row: CaseRow, _ shard: ReportShard) -> CaseRow {
    guard machines.count > 1 else { return row }
    var row = row
    row.machine = machines.values.first { $0.contains(shard.number) }.map(Self.name)
    return row
  }

  private static func name(_ shards: [Int]) -> String {
    (shards.count == 1 ? "shard " : "shards ") + shards.map(String.init).joined(separator: ", ")
  }

  private var warnings: [String] {
    var warnings: [String] = []
    if machines.count > 1 {
      let names = machines.values.sorted { $0[0] < $1[0] }.map(Self.name).joined(separator: "; ")
      warnings.append(
        "the shards ran on \(machines.count) machines (\(names)): compare times and memory only within one of "
          + "them; other exact metrics are not affected")
    }
    if !missingShards.isEmpty {
      warnings.append("merged without \(Self.name(missingShards)) of \(parts[0].shard.count)")
    }
    for part in parts {
      for warning in part.report.warnings where !warnings.contains(warning) { warnings.append(warning) }
    }
    return warnings
  }

  private var environment: [EnvironmentFact] {
    var names: [String] = []
    for fact in parts.flatMap(\.report.environment) where !names.contains(fact.name) {
      names.append(fact.name)
    }
    return names.flatMap { name in
      var values: [(value: String, shards: [Int])] = []
      for part in parts {
        guard let value = part.report.environment.first(where: { $0.name == name })?.value else { continue }
        if let index = values.firstIndex(where: { $0.value == value }) {
          values[index].shards.append(part.shard.number)
        } else {
          values.append((value, [part.shard.number]))
        }
      }
      if values.count == 1, values[0].shards.count == parts.count {
        return [EnvironmentFact(name: name, value: values[0].value)]
      }
      return values.map { EnvironmentFact(name: "\(name), \(Self.name($0.shards))", value: $0.value) }
    }
  }
}
