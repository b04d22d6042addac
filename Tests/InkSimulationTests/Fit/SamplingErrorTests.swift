import InkModel
import Testing

@testable import InkSimulation

@Suite("Fit: sampling errors") struct SamplingErrorTests {
  @Test("Strokes that are moved together are as certain as the lassos are many, not as the strokes")
  func clumps() throws {
    var summary = InkSummary()
    summary.counts = [.strokes: 10_000, .strokesMoved: 1_600, .lassos: 16]
    // A hundred in each of sixteen lassos.
    summary.histograms[.lassoStrokes] = LogHistogram([Double](repeating: 100, count: 16))
    #expect(abs(try #require(SummaryStatistic.moved.samplingError(summary)) - 0.25) < 1e-9)
    // One of a thousand beside fifteen of one: hardly more than that one is known.
    summary.histograms[.lassoStrokes] = LogHistogram([1_000] + [Double](repeating: 1, count: 15))
    #expect(try #require(SummaryStatistic.moved.samplingError(summary)) > 0.95)
    summary.histograms[.lassoStrokes] = nil
    #expect(SummaryStatistic.moved.samplingError(summary) == nil)
  }

  @Test("Strokes that are erased in one burst count once, those undone or cut each")
  func bursts() throws {
    var summary = InkSummary()
    summary.counts = [.strokes: 1_000, .strokesErased: 40, .strokesCut: 30, .undos: 30]
    summary.histograms[.eraseBurstStrokes] = LogHistogram([Double](repeating: 10, count: 4))
    // The root of 4 · 10² + 60, over 100.
    let error = try #require(SummaryStatistic.removed.samplingError(summary))
    #expect(abs(error - 0.2145) < 1e-3)
  }
}
