import InkModel
import InkReport
import InkTestFixtures
import Testing

@Suite("Reports: states that a crash can leave") struct CrashStatesTests {
  private func row(_ states: CrashStates?, _ durability: Durability = .powerDurable) -> CaseRow {
    var record = RecordFixture.measured(RecordFixture.journal, durability: durability)
    record.crashStates = states
    return RecordFixture.report(RecordFixture.run([record])).cases[0]
  }

  private func text(_ states: CrashStates?) -> String {
    var record = RecordFixture.measured(RecordFixture.journal)
    record.crashStates = states
    return RecordFixture.report(RecordFixture.run([record])).markdown()
  }

  @Test("A case of the lab gives a row: broken states of both crashes, and the gravest finding a profile")
  func row() {
    var found = CrashCase(
      name: CaseName(workload: "w", backend: "b", codec: nil, durability: .powerDurable))
    found.checkedStates = 90
    var profile = CrashProfileRow(
      profile: "xfs", basis: .calibrated, kind: .power, promise: .durable, generated: 100, distinct: 50,
      bound: CrashBound(
        epochs: 3, exhaustiveEpochs: 3, boundedEpochs: 0, windowedEpochs: 0, isCutByBudget: true))
    profile.outcomes = [OutcomeCount(outcome: .torn, count: 4)]
    (profile.broken, profile.secondCrashBroken, profile.orphanFilesMax) = (4, 2, 9)
    (profile.strokesLostMax, profile.millisecondsLostMax) = (5, 6_000)
    found.profiles = [profile]
    found.findings = [Outcome.lostAcknowledged, .torn, .torn].enumerated().map { index, outcome in
      CrashFinding(
        id: "\(index)", profile: "xfs", outcome: outcome, states: index + 1, seen: "Seen \(index).",
        culprits: [], missingBarrier: "", command: "", state: "")
    }
    let row = CrashStatesRow(found, excerpt: "all")
    #expect(row.checkedStates == 90 && row.brokenCount == 6 && row.excerpt == "all")
    #expect(row.findings.map(\.seen) == ["Seen 1."])
    let only = row.profiles[0]
    #expect(only.distinct == 50 && only.generated == 100 && only.isCutByBudget && only.orphanFilesMax == 9)
    #expect(only.strokesLostMax == 5 && only.millisecondsLostMax == 6_000 && only.count(.torn) == 4)
    let unexplored = CrashStatesRow(CrashCase(name: found.name, notExplored: "no"), excerpt: "all")
    #expect(unexplored.notExplored == "no" && unexplored.hasFailed && unexplored.brokenCount == 0)
  }

  @Test("A state that breaks a promise is lost data, takes the case out of the ranking and says how")
  func broken() {
    let row = row(RecordFixture.brokenStates())
    #expect(row.status == .measured && row.crash?.brokenCount == 0)
    #expect(RecordFixture.report(RecordFixture.run([])).hasLostData == false)
    var record = RecordFixture.measured(RecordFixture.journal)
    record.crashStates = RecordFixture.brokenStates()
    let report = RecordFixture.report(RecordFixture.run([record]))
    #expect(report.hasLostData)
    let text = report.markdown()
    #expect(
      text.contains(
        "**`journal/packed` breaks its promise** in 7 states that a crash can leave, first under `posix-strict`, "
          + "lost-acknowledged: 2 strokes are gone. A sync of the directory is missing."
      ))
    #expect(text.contains("**Left out:** `journal/packed` – broke its promise in 7 states that a crash can"))
    #expect(text.contains("- `meeting journal/packed power-durable` breaks its promise under `posix-strict`"))
  }

  @Test("The table has a row a kind of crash, with sums over its profiles and the most that was lost")
  func table() throws {
    let lines = text(RecordFixture.brokenStates(4, under: "apfs-full")).split(separator: "\n")
    func cells(_ words: String) throws -> [String] {
      let line = try #require(lines.last { $0.contains(words) })
      return line.split(separator: "|").map { $0.trimmingPrefix(while: \.isWhitespace) }
        .map { String($0.reversed().trimmingPrefix(while: \.isWhitespace).reversed()) }.filter { $0 != "" }
    }
    let name = "meeting journal/packed power-durable"
    #expect(
      try cells("| process | durable |") == [
        name, "process", "durable", "160", "200", "40", "0", "0", "0", "1", "0", "310 µs", "2.20 ms",
      ])
    // Recovery stands once, for all states of the case.
    #expect(
      try cells("| power   | durable |") == [
        "✗ " + name, "power", "durable", "320", "400", "80", "4", "2", "0", "2", "4",
      ])
    #expect(
      try cells("| case ").suffix(6) == [
        "strokes lost", "time lost", "orphan files", "broken", "recovery p50", "max",
      ])
    #expect(
      lines.contains { $0.contains("at most 4,000 for each case under `process-crash` (process, exact)") })
    #expect(lines.contains { $0.contains("`inkbench crash meeting`") })
  }

  @Test("Where nothing is promised, nothing is broken, and no loss counts as the store's worst")
  func unpromised() {
    let row = row(RecordFixture.states(under: .processCrash), .processCrash)
    #expect(row.crashStates?.profiles[1].strokesLostMax == 3)
    #expect(row.crashStates?.brokenCount == 0)
    #expect(row.metric("crash.strokes-lost.max")?.value == 0)
    var record = RecordFixture.measured(RecordFixture.journal, durability: .processCrash)
    record.crashStates = RecordFixture.states(under: .processCrash)
    let report = RecordFixture.report(RecordFixture.run([record]))
    #expect(!report.hasLostData)
    #expect(report.markdown().contains("|            3 |    61.0 s |            2 |      – |"))
  }

  @Test("Losses and orphans are exact metrics, recovery times are noisy")
  func metrics() {
    let row = row(RecordFixture.brokenStates())
    let exact = row.metric("crash.strokes-lost.max")
    #expect(exact?.kind == .exact && exact?.value == 2 && exact?.better == .lower)
    #expect(row.metric("crash.orphan-files.max")?.value == 2)
    #expect(row.metric("crash.time-lost.max")?.unit == .milliseconds)
    for (name, value) in [("crash.recovery.p50", 310_000.0), ("crash.recovery.max", 2_200_000)] {
      #expect(row.metric(name)?.kind == .noisy && row.metric(name)?.value == value)
    }
    #expect(self.row(nil).metrics.allSatisfy { !$0.name.hasPrefix("crash.") })
  }

  @Test("A case that was not explored says why, and is measured all the same")
  func unexplored() {
    let states = CrashStates(row: CrashStatesRow(excerpt: nil, notExplored: "it clones\nfiles"))
    #expect(row(states).status == .measured)
    #expect(
      text(states).contains("- `meeting journal/packed power-durable` was not explored: it clones files\n"))
    #expect(text(nil).contains("No states that a crash can leave were explored."))
    #expect(
      text(states).contains("`journal/packed`: its crash states were not explored: it clones files"),
      "the answer names it too")
    #expect(!states.row.hasFailed, "a session without events to explore is in order")
  }
}

@Suite("Comparing states that a crash can leave") struct CrashStatesComparisonTests {
  private func compare(_ base: CrashStates?, _ head: CrashStates?) -> Comparison {
    let reports = [base, head].map { states in
      var record = RecordFixture.measured(RecordFixture.journal)
      record.crashStates = states
      return RecordFixture.report(RecordFixture.run([record]))
    }
    return Comparison(base: reports[0], head: reports[1])
  }

  private func changed(_ change: (inout CrashStatesRow) -> Void) -> CrashStates {
    var states = RecordFixture.states(under: .powerDurable)
    change(&states.row)
    return states
  }

  @Test("A newly broken promise is lost data, and more of the same too")
  func losses() {
    let sound = RecordFixture.states(under: .powerDurable)
    #expect(compare(sound, sound).outcome == .pass)
    let new = compare(sound, RecordFixture.brokenStates(7))
    #expect(new.outcome == .dataLost)
    #expect(
      new.losses == [
        "meeting journal/packed power-durable: under posix-strict, 7 states that a crash can leave break its "
          + "promise, lost-acknowledged, before 0."
      ])
    #expect(compare(RecordFixture.brokenStates(6), RecordFixture.brokenStates(7)).outcome == .dataLost)
    // Fewer under one profile don't pay for more under another.
    let moved = compare(RecordFixture.brokenStates(9), RecordFixture.brokenStates(1, under: "apfs-full"))
    #expect(moved.outcome == .dataLost)
  }

  @Test("Fewer states that break a promise in one way don't pay for more that break it in another")
  func otherOutcome() {
    func broken(_ outcomes: [Outcome: Int], consistent: Bool = false, again: Int = 0) -> CrashStates {
      changed { row in
        if consistent { row.profiles[1].promise = .consistent }
        row.profiles[1].outcomes += outcomes.map { OutcomeCount(outcome: $0, count: $1) }
        let ways = outcomes.filter { !row.profiles[1].promise.allows($0.key) }
        row.profiles[1].broken = ways.values.reduce(again, +)
      }
    }
    let corrupt = compare(broken([.lostAcknowledged: 5]), broken([.corrupt: 5]))
    #expect(
      corrupt.losses == [
        "meeting journal/packed power-durable: under posix-strict, 5 states that a crash can leave break its "
          + "promise, corrupt, before 0."
      ])
    #expect(corrupt.outcome == .dataLost)
    let both = compare(broken([.torn: 9, .corrupt: 2]), broken([.torn: 1, .corrupt: 3]))
    #expect(both.losses.count == 1 && both.losses[0].contains("3 states that a crash can leave break its"))
    #expect(both.notes.contains { $0.contains("1 states that a crash can leave still break its promise") })
    // What the promise allows is no loss, however often it is met.
    let older = compare(
      broken([.lostAcknowledged: 1], consistent: true), broken([.lostAcknowledged: 9], consistent: true))
    #expect(older.outcome == .pass)
    // A second crash has no outcomes of its own.
    let again = compare(broken([.torn: 4]), broken([.torn: 3], again: 1))
    #expect(again.losses.count == 1 && again.losses[0].contains("1 states of a second crash break its"))
  }

  @Test("What is as broken as before, or less, is noted")
  func notes() {
    let same = compare(RecordFixture.brokenStates(7), RecordFixture.brokenStates(7))
    #expect(same.outcome == .pass)
    #expect(same.notes.contains { $0.contains("under posix-strict, 7 states that a crash can leave still") })
    #expect(compare(RecordFixture.brokenStates(7), RecordFixture.brokenStates(3)).outcome == .pass)
  }

  @Test("States that lose what nobody promised are noted where their number changed")
  func allowed() {
    func lost(_ count: Int) -> CrashStates {
      changed { row in
        row.profiles[1].promise = .none
        row.profiles[1].outcomes.append(OutcomeCount(outcome: .torn, count: count))
      }
    }
    let comparison = compare(lost(3), lost(5))
    #expect(comparison.outcome == .pass)
    #expect(
      comparison.notes.contains { $0.contains("under posix-strict, 5 states end in torn, before 3; that is") }
    )
    #expect(compare(lost(3), lost(3)).notes.allSatisfy { !$0.contains("torn") })
  }

  @Test("More strokes lost at worst are a regression")
  func worse() {
    let comparison = compare(
      RecordFixture.states(under: .powerDurable), changed { $0.profiles[2].strokesLostMax = 1 })
    #expect(comparison.outcome == .regression)
  }

  @Test("Slower recovery decides nothing")
  func slower() {
    var slow = RecordFixture.states(under: .powerDurable)
    slow.recovery?.medianNanoseconds *= 10
    #expect(compare(RecordFixture.states(under: .powerDurable), slow).outcome == .pass)
  }

  @Test("What only one side explored, or of other events, or under other promises, can't be compared")
  func obstacles() {
    let sound = RecordFixture.states(under: .powerDurable)
    let not = CrashStates(row: CrashStatesRow(excerpt: nil, notExplored: "it clones files"))
    let cases: [(CrashStates?, CrashStates?, String)] = [
      (sound, nil, "its crash states are not explored in the head."), (nil, sound, "explored in the base."),
      (sound, not, "not explored in the head: it clones files"),
      (sound, changed { $0.excerpt = "else" }, "its crash states are of other events."),
      (sound, changed { $0.profiles.removeLast() }, "apfs-full is not explored in the head."),
      (changed { $0.profiles.removeLast() }, sound, "apfs-full is not explored in the base."),
      (sound, changed { $0.profiles[1].promise = .none }, "other things are promised, durable and none."),
    ]
    for (base, head, words) in cases {
      let comparison = compare(base, head)
      #expect(comparison.obstacles.contains { $0.contains(words) }, "\(words): \(comparison.obstacles)")
      guard case .notComparable = comparison.outcome else {
        Issue.record("\(words): \(comparison.outcome)")
        continue
      }
    }
  }
}
