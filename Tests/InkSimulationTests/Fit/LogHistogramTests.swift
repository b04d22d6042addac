import InkModel
import Testing

@testable import InkSimulation

@Suite("Histograms of summaries") struct LogHistogramTests {
  @Test("Quantiles of a lognormal sample are right to a few per cent, and the mean exactly")
  func quantiles() throws {
    var random = SplitMix64(seed: 9)
    let values = (0..<4_000).map { _ in random.lognormal(median: 0.7, sigma: 0.9) }
    let histogram = LogHistogram(values)
    let sorted = values.sorted()
    for share in [0.05, 0.25, 0.5, 0.75, 0.95] {
      let exact = sorted[Int(share * 3_999)]
      #expect(abs(try #require(histogram.quantile(share)) / exact - 1) < 0.06)
    }
    let mean = values.reduce(0, +) / 4_000
    #expect(abs(try #require(histogram.mean) - mean) < 0.001)
  }

  @Test("Adding histograms is as adding their values", arguments: 1...20 as ClosedRange<UInt64>)
  func merging(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var parts: [[Double]] = []
    for _ in 0..<3 {
      let middle = random.lognormal(median: 10, sigma: 3)
      parts.append((0..<random.below(40)).map { _ in random.chance(0.1) ? 0 : middle * random.unit() })
    }
    var sum = LogHistogram()
    for part in parts { sum.add(LogHistogram(part)) }
    #expect(sum == LogHistogram(parts.joined()))
    #expect(sum.count == parts.joined().count)
  }

  @Test("One, ten and small whole numbers lie in the middle of bins of their own")
  func wholeNumbers() {
    for value in [1.0, 10, 100] {
      #expect(abs((LogHistogram([value]).median ?? 0) / value - 1) < 1e-9)
    }
    let bins = [1.0, 2, 3, 4, 5].map { LogHistogram.bin(of: $0) }
    #expect(Set(bins).count == 5)
  }

  @Test("Numbers that are none are left out, and enormous ones kept within bounds")
  func hostileValues() {
    let histogram = LogHistogram([.nan, .infinity, -3, 0, 1e300])
    #expect(histogram.count == 3)
    #expect(histogram.zeroCount == 2)
    #expect(histogram.firstBin + histogram.counts.count - 1 == LogHistogram.highestBin)
  }

  @Test("Unfinished pages make full ones larger than they seem")
  func censoredPages() throws {
    // Five pages ended at 100; of ten that reach 300, six are still being written.
    let full = LogHistogram([Double](repeating: 100, count: 5) + [Double](repeating: 300, count: 4))
    let cut = LogHistogram([Double](repeating: 300, count: 6))
    var summary = InkSummary()
    summary.histograms = [.strokesPerFinishedPage: full, .strokesPerUnfinishedPage: cut]
    let weights = PageSizes.weights(of: summary)
    #expect(abs(weights.weight - 1) < 1e-9)
    #expect(abs(try #require(weights.quantile(0.6)) / 300 - 1) < 0.2)
    summary.histograms[.strokesPerUnfinishedPage] = nil
    #expect(abs(try #require(PageSizes.weights(of: summary).quantile(0.5)) / 100 - 1) < 0.2)
    // Pages of the base that were a third full will hold three times as much.
    summary.histograms = [.strokesPerPage: full, .basePageFill: LogHistogram([1.0 / 3])]
    #expect(abs(try #require(PageSizes.weights(of: summary).quantile(0.5)) / 300 - 1) < 0.2)
  }
}
