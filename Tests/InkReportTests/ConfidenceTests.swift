import InkModel
import Testing

@testable import InkReport

/// Intervals of percentiles: against tables, by how often they hold the truth, and as they are printed.
@Suite("Confidence intervals") struct ConfidenceTests {
  private func interval(_ percentile: Percentile, _ count: Int) -> ConfidenceInterval? {
    ConfidenceInterval(of: percentile, in: [(1...count).map { UInt64($0) }])
  }

  @Test("Ranks are those of the binomial distribution")
  func ranks() throws {
    // The published ranks for a median: none below 6 samples, then the smallest and the largest, and so on.
    #expect(interval(.p50, 5) == nil)
    let published: [(count: Int, low: Double, high: Double)] = [
      (6, 1, 6), (8, 1, 8), (9, 2, 8), (10, 2, 9), (20, 6, 15), (40, 14, 27), (100, 40, 61),
    ]
    for row in published {
      let found = try #require(interval(.p50, row.count))
      #expect(found.low == row.low && found.high == row.high, "\(row.count): \(found)")
    }
    // Far out, both ends still have samples beyond them.
    let tail = try #require(interval(.p99, 1_000))
    #expect(tail.low == 983 && tail.high == 997)
  }

  @Test("A large sample neither overflows nor takes forever")
  func large() throws {
    let found = try #require(interval(.p50, 1_000_000))
    // 500,000 ± 1.96 · 500.
    #expect(abs(found.low - 499_020) <= 2 && abs(found.high - 500_981) <= 2)
  }

  @Test("A percentile that is suppressed has no interval")
  func suppressed() {
    #expect(interval(.p95, 199) == nil)
    #expect(interval(.p95, 200) != nil)
    #expect(interval(.p999, 9_999) == nil)
  }

  /// How often the interval of a percentile holds the true one, in 400 made-up runs.
  ///
  /// Samples are uniform, shifted as a whole by up to `shift` in each round.
  private func coverage(_ percentile: Percentile, rounds: Int, calls: Int, shift: Double) -> Double {
    var random = SplitMix64(seed: 17)
    let truth = Double(percentile.permille) * 1_000 + 500_000 * shift
    let runs = 400
    var hits = 0
    for _ in 0..<runs {
      let samples = (0..<rounds).map { _ in
        let offset = shift * random.unit()
        return (0..<calls).map { _ in UInt64((random.unit() + offset) * 1_000_000) }
      }
      guard let found = ConfidenceInterval(of: percentile, in: samples) else { continue }
      hits += found.low <= truth && truth <= found.high ? 1 : 0
    }
    return Double(hits) / Double(runs)
  }

  @Test("With independent calls an interval holds the truth in at least 95 of 100 runs")
  func independent() {
    #expect(coverage(.p50, rounds: 1, calls: 61, shift: 0) >= 0.95)
    #expect(coverage(.p50, rounds: 3, calls: 41, shift: 0) >= 0.95)
    #expect(coverage(.p90, rounds: 5, calls: 30, shift: 0) >= 0.95)
    #expect(coverage(.p95, rounds: 3, calls: 80, shift: 0) >= 0.95)
  }

  @Test("Rounds that differ as a whole widen it, which no number of calls in one round can show")
  func clustered() {
    // What the method promises: 95 from six rounds on; 75 for three, of which 400 runs may miss 5.
    #expect(coverage(.p50, rounds: 7, calls: 60, shift: 2) >= 0.95)
    #expect(coverage(.p50, rounds: 3, calls: 60, shift: 2) >= 0.70)
    #expect(coverage(.p50, rounds: 1, calls: 60, shift: 2) < 0.5)
    // A tail as well, though no round has the calls for a p95 of its own.
    #expect(coverage(.p95, rounds: 3, calls: 80, shift: 2) >= 0.70)
  }

  @Test("Metrics carry the interval, exact ones none, and it holds the value")
  func metrics() throws {
    let row = RecordFixture.report(RecordFixture.run([RecordFixture.measured(RecordFixture.journal)])).cases[
      0]
    let save = try #require(row.metric("save.autosave.p50"))
    let (low, high, value) = (try #require(save.low), try #require(save.high), try #require(save.value))
    #expect(low < value && value < high)
    let rounds = save.rounds.compactMap(\.self)
    #expect(low <= rounds.min() ?? 0 && high >= rounds.max() ?? 0)
    #expect(row.metric("save.autosave.p99")?.low == nil)
    #expect(row.metrics.filter { $0.kind == .exact }.allSatisfy { $0.low == nil && $0.high == nil })
    // Three rounds have no interval for a median of rounds, seven have one.
    #expect(row.metric("floor.ratio")?.value != nil && row.metric("floor.ratio")?.low == nil)
    let many = RecordFixture.measured(RecordFixture.journal, rounds: 7)
    let ratio = try #require(
      RecordFixture.report(RecordFixture.run([many], rounds: 7)).cases[0].metric("floor.ratio"))
    #expect(ratio.low ?? 0 > 0 && ratio.low ?? 0 <= ratio.value ?? 0)
  }

  @Test("An interval is printed behind its value, with units only where they differ")
  func printed() {
    func text(_ low: UInt64, _ middle: UInt64, _ high: UInt64) -> String {
      var record = RecordFixture.measured(RecordFixture.journal, rounds: 1, saves: 101)
      // Ranks 41 and 61 of 101 bracket the median.
      let (below, above) = (Array(repeating: low, count: 45), Array(repeating: high, count: 45))
      record.timed[0].phases[0].serviceNanoseconds = below + Array(repeating: middle, count: 11) + above
      return RecordFixture.report(RecordFixture.run([record], rounds: 1)).markdown()
    }
    #expect(text(127_000, 130_000, 134_000).contains("| 130 µs (127–134) |"))
    #expect(text(950_000, 980_000, 1_020_000).contains("| 980 µs (950 µs–1.02 ms) |"))
  }

  @Test("An interval with an end that is no number is none")
  func endless() throws {
    let interval = try #require(ConfidenceInterval(ofRounds: [1, 2, 3, 4, 5, .infinity]))
    #expect(interval.low == 1 && interval.high == .infinity)
    func ends(_ interval: ConfidenceInterval?, of value: Double?) -> [Double?] {
      let row = MetricRow("some.ratio", .ratio, .noisy, value: value, interval: interval)
      return [row.value, row.low, row.high]
    }
    #expect(ends(interval, of: 3.5) == [3.5, nil, nil])
    let sound = ConfidenceInterval(ofRounds: [1, 2, 3, 4, 5, 6])
    #expect(ends(sound, of: 3.5) == [3.5, 1, 6])
    #expect(ends(sound, of: nil) == [nil, nil, nil])
    #expect(ends(sound, of: .nan) == [nil, nil, nil])
  }
}
