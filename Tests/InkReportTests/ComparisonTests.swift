import InkModel
import InkReport
import Testing

@Suite struct ComparisonTests {
  /// Compares a run with itself after changes to the head, and to the base.
  private func compare(
    base changeBase: (inout RunRecord) -> Void = { _ in },
    head changeHead: (inout RunRecord) -> Void = { _ in }
  ) -> Comparison {
    var base = RecordFixture.run([
      RecordFixture.measured(RecordFixture.journal), RecordFixture.measured(RecordFixture.snapshot),
    ])
    var head = base
    changeBase(&base)
    changeHead(&head)
    return Comparison(base: RecordFixture.report(base), head: RecordFixture.report(head))
  }

  private func reason(_ comparison: Comparison) -> String {
    guard case .notComparable(let reason) = comparison.outcome else { return "\(comparison.outcome)" }
    return reason
  }

  private func addBytes(_ bytes: Int, _ run: inout RunRecord) {
    for round in 0..<3 {
      run.cases[0].timed[round].roles[0].writtenBytes =
        UInt64(Int(run.cases[0].timed[round].roles[0].writtenBytes) + bytes)
    }
  }

  /// The table row of a metric.
  private func line(_ text: String, _ metric: String) -> Substring {
    text.split(separator: "\n").first { $0.contains("| \(metric) ") } ?? ""
  }

  private func finding(_ comparison: Comparison, _ metric: String) -> ComparisonRow.Finding? {
    comparison.rows.first { $0.metric == metric }?.finding
  }

  @Test("A report passes against itself")
  func same() {
    let comparison = compare()
    #expect(comparison.outcome == .pass)
    #expect(comparison.losses.isEmpty && comparison.obstacles.isEmpty && comparison.notes.isEmpty)
    #expect(finding(comparison, "bytes.total") == .same)
    #expect(finding(comparison, "save.autosave.p50") == .ratio(1))
    #expect(comparison.markdown().hasPrefix("Pass: of "))
  }

  @Test("One byte more is a regression, and is shown in full")
  func regression() {
    let comparison = compare(head: { addBytes(1, &$0) })
    #expect(comparison.outcome == .regression)
    #expect(finding(comparison, "bytes.journal") == .worse)
    #expect(line(comparison.markdown(), "bytes.total").contains("| worse "))
    #expect(line(comparison.markdown(), "bytes.total").contains(" 267320 | "))
    #expect(line(comparison.markdown(), "bytes.total").contains(" 267321 | "))
    #expect(line(comparison.markdown(), "bytes.total").contains("+0.000374 % |"))
    #expect(comparison.markdown().hasPrefix("Regression: "))
    #expect(
      comparison.verdict.hasSuffix(
        "meeting journal/packed power-durable: bytes.total was 267320 and is 267321 (bytes)."))
  }

  @Test("A sync less is a regression where power cuts are to be outlasted, and an improvement elsewhere")
  func fewerSyncs() {
    func compareSyncs(_ durability: Durability) -> Comparison {
      func sync(_ calls: UInt64, _ run: inout RunRecord) {
        run.cases[0].name.durability = durability
        for round in 0..<3 { run.cases[0].timed[round].roles[0].syncCalls = calls }
      }
      return compare(base: { sync(41, &$0) }, head: { sync(40, &$0) })
    }
    let durable = compareSyncs(.powerDurable)
    #expect(durable.outcome == .regression)
    #expect(durable.verdict.contains("calls.syncs was 41 and is 40 (calls); with fewer syncs"))
    #expect(compareSyncs(.powerConsistent).outcome == .regression)
    let careless = compareSyncs(.processCrash)
    #expect(careless.outcome == .pass)
    #expect(finding(careless, "calls.syncs") == .better)
  }

  @Test("Only of what must not shrink it is said that syncs are fewer, whatever its name is")
  func lessSynced() {
    func verdict(_ name: String, _ better: MetricRow.Direction) -> String {
      var base = RecordFixture.report(RecordFixture.run([RecordFixture.measured(RecordFixture.journal)]))
      let index = base.cases[0].metrics.firstIndex { $0.name == "calls.syncs" } ?? 0
      base.cases[0].metrics[index].name = name
      base.cases[0].metrics[index].better = better
      var head = base
      head.cases[0].metrics[index].value = 1
      return Comparison(base: base, head: head).verdict
    }
    #expect(
      verdict("barriers", .same).hasSuffix(
        "and is 1 (calls); with fewer syncs a power cut may take "
          + "more than was promised."))
    #expect(verdict("activity.syncs.merged", .higher).hasSuffix("and is 1 (calls)."))
  }

  @Test("One byte less is an improvement, which passes and is shown")
  func improvement() {
    let comparison = compare(head: { addBytes(-1, &$0) })
    #expect(comparison.outcome == .pass)
    #expect(finding(comparison, "bytes.journal") == .better)
    #expect(line(comparison.markdown(), "bytes.total").contains("| better "))
    #expect(line(comparison.markdown(), "bytes.total").contains(" 267319 | "))
  }

  @Test("An improvement elsewhere does not hide a regression")
  func mixed() {
    let comparison = compare(head: { run in
      addBytes(-1_000, &run)
      for round in 0..<3 { run.cases[1].timed[round].roles[0].syncCalls += 1 }
    })
    #expect(comparison.outcome == .regression)
  }

  @Test("A slower save is a ratio and decides nothing")
  func slower() {
    let comparison = compare(head: { run in
      for round in 0..<3 {
        for index in 0..<40 { run.cases[0].timed[round].phases[0].serviceNanoseconds[index] *= 10 }
      }
    })
    #expect(comparison.outcome == .pass)
    guard case .ratio(let ratio?) = finding(comparison, "save.autosave.p50") else {
      Issue.record("there is no ratio")
      return
    }
    #expect(ratio == 10)
    let row = comparison.rows.first { $0.metric == "save.autosave.p50" }
    #expect(row?.interval.map { $0.low > 8 && $0.high < 12 } == true)
    #expect(comparison.markdown().contains("10.0× ["))
  }

  @Test("More crash trials that break a promise are lost data, and outrank everything")
  func lostInCrash() {
    let comparison = compare(head: { run in
      run.cases[0].crashTrials[2].verdict.outcome = .lostAcknowledged
      run.isInterrupted = true
      addBytes(1, &run)
    })
    #expect(comparison.outcome == .dataLost)
    #expect(
      comparison.losses == [
        "meeting journal/packed power-durable: 1 of 20 crash trials end in lost-acknowledged, before 0."
      ])
    #expect(comparison.markdown().contains("\n## Broken promises\n\n- meeting journal/packed"))
  }

  @Test("A content check that fails where it passed is lost data")
  func lostContent() {
    let comparison = compare(head: { $0.cases[1].verdicts[2] = Verdict(outcome: .torn, detail: "page 4") })
    #expect(comparison.outcome == .dataLost)
    #expect(comparison.losses.first?.contains("ends in torn, page 4, before intact") == true)
  }

  @Test("A case that is broken in both reports is noted, and no new loss")
  func stillBroken() {
    let change: (inout RunRecord) -> Void = { run in
      run.cases[0].crashTrials[2].verdict.outcome = .torn
      run.cases[0].verdicts[0].outcome = .corrupt
    }
    let comparison = compare(base: change, head: change)
    #expect(comparison.outcome == .pass)
    #expect(comparison.notes.count == 2)
  }

  @Test("Fewer broken trials of one kind do not pay for more of another")
  func otherKind() {
    let comparison = compare(
      base: { run in for index in 0..<3 { run.cases[0].crashTrials[index].verdict.outcome = .torn } },
      head: { $0.cases[0].crashTrials[0].verdict.outcome = .unopenable })
    #expect(comparison.outcome == .dataLost)
  }

  @Test("Other work, options or interrupted runs can't be compared")
  func otherExperiment() {
    #expect(
      reason(compare(head: { $0.sessions[0].digest = "other" })).hasPrefix(
        "The session meeting is other work"))
    #expect(
      reason(compare(head: { $0.sessions[0].policy = "idle 500 ms" })).hasPrefix(
        "The session meeting is other work"))
    #expect(reason(compare(head: { $0.sessions = [] })) == "The session meeting is missing from the head.")
    #expect(reason(compare(base: { $0.sessions = [] })) == "The session meeting is missing from the base.")
    #expect(reason(compare(head: { $0.options.rounds = 4 })) == "The rounds differ: 3 and 4.")
    #expect(
      reason(compare(head: { $0.options.crashTrialsPerCase = 4 }))
        == "The crash trials per case differ: 20 and 4.")
    #expect(
      reason(compare(head: { $0.options.crashStatesPerCase = 4 }))
        == "The crash states per case differ: 4000 and 4.")
    #expect(reason(compare(head: { $0.options.pace = .real })) == "The paces differ: virtual and real.")
    #expect(reason(compare(head: { $0.isInterrupted = true })) == "The head was interrupted.")
    #expect(reason(compare(base: { $0.isInterrupted = true })) == "The base was interrupted.")
    #expect(reason(compare(base: { $0.cases = [] }, head: { $0.cases = [] })) == "Neither report has a case.")
  }

  @Test("A case on one side only can't be compared, and outranks a regression")
  func missingCase() {
    let head = compare(head: { run in
      run.cases.removeLast()
      addBytes(1, &run)
    })
    #expect(reason(head) == "meeting snapshot/packed power-durable is missing from the head.")
    #expect(finding(head, "bytes.total") == .worse)
    #expect(
      reason(compare(base: { $0.cases.removeFirst() }))
        == "meeting journal/packed power-durable is missing from the base.")
  }

  @Test("A metric on one side only can't be compared")
  func missingMetric() {
    let comparison = compare(head: { run in
      for round in 0..<3 { run.cases[0].timed[round].activities = [] }
    })
    #expect(
      reason(comparison)
        == "meeting journal/packed power-durable activity.compaction.count: it is missing from the head.")
    let other = compare(base: { run in
      for round in 0..<3 { run.cases[0].timed[round].activities = [] }
    })
    #expect(
      reason(other)
        == "meeting journal/packed power-durable activity.compaction.count: it is missing from the base.")
  }

  @Test("A file role that the head no longer writes is an improvement, and a new one is a regression")
  func roles() {
    let without: (inout RunRecord) -> Void = { run in
      for round in 0..<3 { run.cases[0].timed[round].roles.remove(at: 1) }
    }
    let fewer = compare(head: without)
    #expect(fewer.outcome == .pass)
    #expect(finding(fewer, "bytes.page") == .better)
    #expect(compare(base: without).outcome == .regression)
  }

  @Test("A metric that is exact on one side and demoted on the other can't be compared")
  func demotedOnOneSide() {
    let comparison = compare(head: { $0.cases[0].timed[0].roles[0].writtenBytes += 1 })
    #expect(reason(comparison).contains("it is exact on one side and noisy in the head. Demoted"))
    let both: (inout RunRecord) -> Void = { $0.cases[0].timed[0].roles[0].writtenBytes += 1 }
    #expect(compare(base: both, head: both).outcome == .pass)
  }

  @Test("A case that was not measured on one side can't be compared")
  func notMeasured() {
    let comparison = compare(head: { $0.cases[0].timed[0].check.canarySeen = false })
    #expect(
      reason(comparison).hasPrefix("meeting journal/packed power-durable is not measured in the head: "))
    let died = compare(base: { run in
      run.cases[0].failures = [ChildFailure(round: 0, kind: .timed, reason: "It crashed.", signal: 11)]
    })
    #expect(
      reason(died) == "meeting journal/packed power-durable is not measured in the base: died: It crashed.")
  }

  @Test("Checks and trials that one side lacks can't be compared")
  func missingChecks() {
    #expect(
      reason(compare(head: { $0.cases[0].verdicts = [] })).contains("content is not checked in the head"))
    #expect(
      reason(compare(base: { $0.cases[0].verdicts = [] })).contains("content is not checked in the base"))
    #expect(reason(compare(head: { $0.cases[0].crashTrials = [] })).contains("no crash trials in the head"))
    #expect(reason(compare(base: { $0.cases[0].crashTrials = [] })).contains("no crash trials in the base"))
    #expect(reason(compare(head: { $0.cases[0].crashExcerpt = "else" })).contains("replay other events"))
  }

  @Test("Another machine is noted and does not stop the exact comparison")
  func otherMachine() {
    let comparison = compare(head: { $0.environment[0].value = "Other, 8 cores" })
    #expect(comparison.outcome == .pass)
    #expect(comparison.notes == ["CPU: Example, 2 cores in the base, Other, 8 cores in the head."])
    #expect(comparison.markdown().contains("Other, 8 cores in the head"))
  }
}
