import InkReport
import Testing

@Suite struct StatisticsTests {
  @Test("A percentile is the sample at the nearest rank")
  func nearestRank() {
    let samples = Array(1...1_000)
    #expect(Percentile.p50.value(ofSorted: samples) == 500)
    #expect(Percentile.p90.value(ofSorted: samples) == 900)
    #expect(Percentile.p95.value(ofSorted: samples) == 950)
    #expect(Percentile.p99.value(ofSorted: samples) == 990)
    // The worked example of the method's usual statement: ⌈0.5 · 5⌉ = 3.
    #expect(Percentile.p50.value(ofSorted: [15, 20, 35, 40, 50]) == 35)
    #expect(Percentile.p50.value(ofSorted: [7, 9]) == 7)
    #expect(Percentile.p50.value(ofSorted: [UInt64.max]) == UInt64.max)
    #expect(Percentile.p50.value(ofSorted: [Int]()) == nil)
  }

  @Test(
    "A percentile needs ten samples beyond it",
    arguments: [
      (Percentile.p90, 100), (.p95, 200), (.p99, 1_000), (.p999, 10_000),
    ])
  func suppression(percentile: Percentile, needed: Int) {
    #expect(percentile.samplesMin == needed)
    #expect(percentile.value(ofSorted: Array(repeating: 1, count: needed)) == 1)
    #expect(percentile.value(ofSorted: Array(repeating: 1, count: needed - 1)) == nil)
    // What is no result by itself has a rank all the same.
    #expect(percentile.nearestRank(ofSorted: Array(repeating: 1, count: needed - 1)) == 1)
  }

  @Test("A median is the middle value or the mean of the middle two")
  func medians() {
    #expect(median([3, 1, 2]) == 2)
    #expect(median([4, 1, 2, 3]) == 2.5)
    #expect(median([]) == nil)
  }

  @Test("A bootstrap interval holds the ratio of the medians and repeats with its seed")
  func bootstrap() throws {
    let base = [100.0, 101, 99, 102, 98, 100, 103]
    let head = base.map { $0 * 1.5 }
    let interval = try #require(BootstrapInterval(base: base, head: head, seed: 4))
    #expect(interval.low < 1.5 && 1.5 < interval.high)
    #expect(interval.low > 1.4 && interval.high < 1.6)
    #expect(BootstrapInterval(base: base, head: head, seed: 4) == interval)
    #expect(BootstrapInterval(base: [1, 2], head: head, seed: 4) == nil)
    #expect(BootstrapInterval(base: [0, 0, 0], head: head, seed: 4) == nil)
    let constant = try #require(BootstrapInterval(base: [2, 2, 2], head: [3, 3, 3], seed: 1))
    #expect(constant.low == 1.5 && constant.high == 1.5)
  }
}
