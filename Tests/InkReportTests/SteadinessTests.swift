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
    #expect(trend.value == nil && trend.note?.contains("needs 50 automatic saves") == true)
    #expect(row.metric("first-save.ratio")?.note?.contains("needs 10") == true)
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
