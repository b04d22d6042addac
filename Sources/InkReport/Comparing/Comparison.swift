/// The gate between two reports, which says whether anything became worse.
///
/// Method: cases are matched by name and metrics by name. An exact metric is compared exactly, in the
/// direction that it declares. A noisy one is printed as a ratio and decides nothing; between machines with
/// different fingerprints, and in reports that are of several, only ratios are, such as that to the floor,
/// because times and memory there differ for reasons of their own. Content checks, crash trials and crash
/// states must not become worse. Whatever can't be compared – other work, other options, a case or metric on
/// one side only, a metric that is exact on one side and demoted on the other – is shown and makes the whole
/// comparison inconclusive: a gate must not pass because something went missing. Lost data outranks that, and
/// that outranks a regression.
package struct Comparison: Sendable {
  /// What the comparison decides; the command line's exit codes stand beside the cases.
  package enum Outcome: Hashable, Sendable {
    /// 0: nothing became worse.
    case pass
    /// 1: an exact metric became worse.
    case regression
    /// 2: a content check, a crash trial or a crash state became worse.
    case dataLost
    /// 3: the reports can't be compared, for this first reason.
    case notComparable(reason: String)
  }

  package let base: Report
  package let head: Report
  /// One row a metric of each case that both reports have measured.
  package private(set) var rows: [ComparisonRow] = []
  /// Promises that the head breaks and the base did not, as sentences.
  package private(set) var losses: [String] = []
  /// Why the reports can't be compared in full, as sentences.
  package private(set) var obstacles: [String] = []
  /// Facts to read the numbers by, such as another machine.
  package private(set) var notes: [String] = []

  /// Whether the reports say that they were made on machines whose times can't be compared.
  package var machinesDiffer: Bool {
    if base.isOfSeveralMachines || head.isOfSeveralMachines { return true }
    guard let one = base.machine.fingerprint, let other = head.machine.fingerprint else { return false }
    return one != other
  }

  package var outcome: Outcome {
    if !losses.isEmpty { return .dataLost }
    if let first = obstacles.first { return .notComparable(reason: first) }
    return rows.contains { $0.finding == .worse } ? .regression : .pass
  }

  /// Compares every case of two reports.
  package init(base: Report, head: Report) {
    self.base = base
    self.head = head
    obstacles += Self.differences(base, head)
    for (side, report) in [("base", base), ("head", head)] where report.isOfSeveralMachines {
      notes.append("The \(side) is of several machines: \(Self.whatTravels).")
    }
    if notes.isEmpty, machinesDiffer {
      notes.append("Different machines: \(Self.whatTravels). They differ in what follows.")
    }
    notes += Self.environmentDifferences(base, head)
    for row in base.cases {
      guard let other = head.cases.first(where: { $0.name == row.name }) else {
        obstacles.append("\(row.name.text) is missing from the head.")
        continue
      }
      compare(row, other)
    }
    for row in head.cases where !base.cases.contains(where: { $0.name == row.name }) {
      obstacles.append("\(row.name.text) is missing from the base.")
    }
    let modelled = ModelledComparison(base: base.modelled, head: head.modelled)
    rows += modelled.rows
    obstacles += modelled.obstacles
    notes += modelled.notes
    if base.cases.isEmpty, head.cases.isEmpty { obstacles.append("Neither report has a case.") }
  }

  private mutating func compare(_ base: CaseRow, _ head: CaseRow) {
    let promises = PromiseComparison(base: base, head: head)
    losses += promises.losses
    obstacles += promises.obstacles
    notes += promises.notes
    for (side, row) in [("base", base), ("head", head)] where row.status != .measured {
      obstacles.append(
        "\(row.name.text) is not measured in the \(side): \(row.exclusion ?? row.status.rawValue)")
    }
    guard base.status == .measured, head.status == .measured else { return }
    let metrics = ComparisonRow.all(base: base, head: head, onOneMachine: !machinesDiffer)
    rows += metrics
    obstacles += metrics.compactMap { row in
      guard case .notComparable(let reason) = row.finding else { return nil }
      return "\(row.caseName) \(row.metric): \(reason)"
    }
  }

  /// What makes two runs different experiments.
  private static func differences(_ base: Report, _ head: Report) -> [String] {
    var sentences: [String] = []
    func require(_ isSame: Bool, _ sentence: String) {
      if !isSame { sentences.append(sentence) }
    }
    require(base.schema == head.schema, "The schemas differ: \(base.schema) and \(head.schema).")
    require(!base.isInterrupted, "The base was interrupted.")
    require(!head.isInterrupted, "The head was interrupted.")
    require(
      base.options.rounds == head.options.rounds,
      "The rounds differ: \(base.options.rounds) and \(head.options.rounds).")
    require(
      base.options.pace == head.options.pace,
      "The paces differ: \(base.options.pace.rawValue) and \(head.options.pace.rawValue).")
    require(
      base.options.crashTrialsPerCase == head.options.crashTrialsPerCase,
      "The crash trials per case differ: \(base.options.crashTrialsPerCase) and \(head.options.crashTrialsPerCase)."
    )
    require(
      base.options.crashStatesPerCase == head.options.crashStatesPerCase,
      "The crash states per case differ: \(base.options.crashStatesPerCase) and \(head.options.crashStatesPerCase)."
    )
    for session in base.sessions {
      guard let other = head.sessions.first(where: { $0.name == session.name }) else {
        sentences.append("The session \(session.name) is missing from the head.")
        continue
      }
      require(
        session.digest == other.digest && session.policy == other.policy,
        "The session \(session.name) is other work: digest \(session.digest) with \(session.policy), "
          + "and \(other.digest) with \(other.policy).")
    }
    for session in head.sessions where !base.sessions.contains(where: { $0.name == session.name }) {
      sentences.append("The session \(session.name) is missing from the base.")
    }
    return sentences
  }

  private static let whatTravels = "times and memory are not compared, exact metrics and ratios still are"

  /// Facts that are measured anew for each report, and never twice alike.
  private static let measuredFacts: Set = ["clock step", "clock reading", "CPU clock reading"]

  /// Differences that leave exact metrics comparable, but not times.
  private static func environmentDifferences(_ base: Report, _ head: Report) -> [String] {
    var sentences: [String] = []
    for fact in base.environment where !measuredFacts.contains(fact.name) {
      let other = head.environment.first { $0.name == fact.name }?.value ?? "unknown"
      if other != fact.value {
        sentences.append("\(fact.name): \(fact.value) in the base, \(other) in the head.")
      }
    }
    for fact in head.environment where !base.environment.contains(where: { $0.name == fact.name }) {
      sentences.append("\(fact.name): unknown in the base, \(fact.value) in the head.")
    }
    return sentences
  }
}
