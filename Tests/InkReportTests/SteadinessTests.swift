import InkModel
import InkReport
import Testing

/// Whether saves settle down, by rounds whose course is known.
@Suite struct SteadinessTests {
  /// A case whose automatic saves take so long, by number; the same in each round.
  private func row(
    saves: Int = 60, rounds: Int = 3, _ nanoseconds: (_ save: Int, _ round: Int) -> Double
  ) -> CaseRow {
    var record = RecordFixture.measured(RecordFixture.journal, rounds: rounds, saves: saves)
    var random = SplitMix64(seed: 3)
    for round in 0..<rounds {
      record.timed[round].phases[0].serviceNanoseconds = (0..<saves).map { save in
        UInt64(nanoseconds(save, round) * (0.95 + 0.1 * random.unit()))
      }
    }
    return RecordFixture.report(RecordFixture.run([record], rounds: rounds)).cases[0]
  }

  @Test("Saves that cost the same throughout are steady")
  func steady() throws {
    let trend = try #require(row { _, _ in 400_000 }.metric("trend.ratio"))
    #expect(trend.note == "steady")
    #expect(trend.low ?? 0 > 0.9 && trend.high ?? 9 < 1.1)
    #expect(trend.low ?? 9 <= trend.value ?? 0 && trend.value ?? 9 <= trend.high ?? 0)
  }

  @Test("The interval divides the outermost ends of the two medians' own")
  func interval() throws {
    var record = RecordFixture.measured(RecordFixture.journal, rounds: 1, saves: 100)
    record.timed[0].phases[0].serviceNanoseconds = (1...100).map { $0 * 1_000 }
    let row = RecordFixture.report(RecordFixture.run([record], rounds: 1)).cases[0]
    let trend = try #require(row.metric("trend.ratio"))
    // The first fifth is 1 to 20 µs, the last 81 to 100. Of twenty, the 5th and the 16th bracket the median
    // with 1.25 % at either end: P(B ≤ 4) is 0.59 %, P(B ≤ 5) is 2.07 %.
    #expect(trend.low == 85.0 / 16 && trend.high == 96.0 / 5)
    #expect(trend.value == 90.5 / 10.5)
  }

  @Test("Saves of a growing page rise, those of a store that warms up fall")
  func trends() throws {
    let rising = row { save, _ in 100_000 + Double(save) * 5_000 }
    #expect(rising.metric("trend.ratio")?.note == "rising")
    let falling = row { save, _ in save < 15 ? 900_000 : 400_000 }
    #expect(falling.metric("trend.ratio")?.note == "falling")
  }

  @Test("Rounds that disagree leave the question open")
  func open() {
    let row = row { save, round in round == 1 && save > 40 ? 900_000 : 400_000 }
    #expect(row.metric("trend.ratio")?.note?.hasPrefix("open") == true)
  }

  @Test("The first save is held against the others of its round")
  func firstSave() throws {
    let row = row { save, round in save == 0 ? 400_000 * Double(round + 2) : 400_000 }
    let first = try #require(row.metric("first-save.ratio"))
    #expect(abs((first.value ?? 0) - 3) < 0.3)
    #expect(first.rounds.count == 3 && first.better == MetricRow.Direction.none)
  }

  @Test("Too few saves have no trend, and it is said how many it takes")
  func tooFew() throws {
    let row = row(saves: 9, rounds: 1) { _, _ in 400_000 }
    let trend = try #require(row.metric("trend.ratio"))
    #expect(
      trend.note
        == "Suppressed: needs 10 automatic saves in the first fifths of the rounds together, and there are 1."
    )
    #expect(trend.value == nil)
    #expect(row.metric("first-save.ratio")?.note?.contains("needs 10") == true)
    // Fifty saves are not enough if they lie in rounds of nine: each has one in its first fifth.
    let short = self.row(saves: 9, rounds: 6) { _, _ in 400_000 }
    #expect(
      short.metric("trend.ratio")?.note?.hasSuffix("of the rounds together, and there are 6.") == true)
    #expect(self.row(saves: 9, rounds: 10) { _, _ in 400_000 }.metric("trend.ratio")?.value != nil)
  }

  @Test("Saves too short for the clock have no ratio, no end of one, and a report that can be written")
  func nothingToDivideBy() throws {
    let row = row(rounds: 6) { save, _ in save == 0 ? 90 : 0 }
    for name in ["first-save.ratio", "trend.ratio"] {
      let metric = try #require(row.metric(name))
      #expect(metric.value == nil && metric.low == nil && metric.high == nil, "\(name)")
      #expect(metric.rounds == Array(repeating: nil, count: 6), "\(name)")
      #expect(metric.note == "There is nothing to divide by.", "\(name)")
    }
    #expect(row.metrics.flatMap { [$0.low, $0.high] }.allSatisfy { $0?.isFinite ?? true })
    var report = RecordFixture.report(RecordFixture.run([]))
    report.cases = [row]
    #expect(try Report(json: report.json(), path: "r.json") == report)
  }

  @Test("A ratio that some rounds have is that of those rounds")
  func someRounds() throws {
    let row = row(rounds: 4) { save, round in save == 0 ? 800 : round == 0 ? 0 : 400 }
    let first = try #require(row.metric("first-save.ratio"))
    #expect(first.rounds[0] == nil && first.rounds[1...].allSatisfy { $0 ?? 0 > 1.5 })
    #expect(first.value ?? 0 > 1.5 && first.note == nil)
  }

  @Test("Nothing is left out as warm-up, and the report says so")
  func nothingLeftOut() throws {
    let record = RecordFixture.measured(RecordFixture.journal)
    let report = RecordFixture.report(RecordFixture.run([record]))
    #expect(report.cases[0].metric("save.autosave.p50")?.note == "n = 120")
    let text = report.markdown()
    #expect(text.contains("Whether automatic saves settle down; no save is left out of any number:"))
    #expect(text.contains("| last fifth ÷ first fifth | over a round"))
    #expect(text.contains("- **warm-up and steady state**: no save is left out of any number"))
  }
}
