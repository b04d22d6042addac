import InkModel
import Testing

@testable import InkSimulation

/// Workload → session → fit → the parameters again, within a tenth.
@Suite("Fit, there and back") struct RoundTripTests {
  /// A workload that differs from the defaults in what is fitted.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout Workload) -> Void
  }

  static let cases = [
    Case(testDescription: "large joined-up writing at 60 Hz, many erasures") {
      $0.hand.sampleRateHertz = 60
      $0.hand.xHeightMillimetres = 3
      $0.hand.subStrokeMilliseconds = 110
      $0.hand.pressure = 0.6
      $0.edits.removedShare = 0.6
      $0.edits.movedShare = 1
      $0.pauses.thinkShare = 0.12
      $0.document.opaqueBytesPerStroke = 37
    },
    Case(testDescription: "small quick print at 120 Hz") {
      $0.hand.style = .print
      $0.hand.xHeightMillimetres = 1.8
      $0.hand.subStrokeMilliseconds = 75
      $0.hand.sampleRateHertz = 120
      $0.hand.penWidthPoints = 2.2
      $0.edits.removedShare = 0.2
      $0.edits.movedShare = 0.5
      $0.document.basePageFill = 0.5
      $0.document.opaqueBytesPerPoint = 6
      $0.document.opaqueBytesPerStroke = 16
      $0.saving.trigger = .idle
      $0.saving.delayMilliseconds = 2_000
    },
  ]

  static func workload(_ change: (inout Workload) -> Void) -> Workload {
    var workload = Workload()
    // One writer, and pages alike enough that sixty tell their median.
    workload.hand.writerSpread = 0
    workload.document.basePages = 20
    workload.page.strokesPerPage.distribution = .lognormal(median: 90, sigma: 0.2)
    // Thoughts lie before every tenth stroke: a thousand of them are known within five per cent.
    workload.session.strokes = 10_000
    workload.edits.lassoStrokes.distribution = .constant(8)
    workload.edits.images = 4
    workload.pages.browsingRuns = 5
    workload.app.libraryVisits = 2
    workload.app.relaunches = 3
    workload.pages.reorders = 2
    change(&workload)
    return workload
  }

  @Test("The main parameters come back within a tenth, by way of a summary's text", arguments: cases)
  func parameters(case: Case) throws {
    let workload = Self.workload(`case`.change)
    let seed: UInt64 = 77
    let session = try Simulator.session(of: workload, seed: seed)
    let text = InkSummary(try SessionStatistics(of: session)).json
    let fitted = try WorkloadFit(users: [InkSummary(json: Array(text.utf8))]).workload

    // The seed stands for a writer, who is a little faster or slower than the parameter says.
    let hand = Hand(workload, seed: seed)
    let tempo = Elementary.exp(hand.logSubStrokeSamples) / hand.samplesPerSecond * 1_000
    Self.expect(fitted.hand.subStrokeMilliseconds, tempo, "sub-stroke")
    Self.expect(fitted.hand.xHeightMillimetres, hand.xHeight / Units.perMillimetre, "x-height")
    Self.expect(fitted.hand.letterAspect, 1, "aspect")
    Self.expect(fitted.hand.pressure, workload.hand.pressure, "pressure")
    Self.expect(fitted.hand.pressureNoise, workload.hand.pressureNoise, "pressure noise")
    Self.expect(fitted.hand.penWidthPoints, workload.hand.penWidthPoints, "pen width")
    #expect(fitted.hand.style == workload.hand.style)
    #expect(fitted.hand.sampleRateHertz == workload.hand.sampleRateHertz)
    #expect(fitted.hand.pointsPerStroke == nil)
    Self.expect(Self.median(fitted.page.strokesPerPage), 90, "strokes per page")
    Self.expect(fitted.edits.removedShare, workload.edits.removedShare, "removed")
    Self.expect(fitted.edits.movedShare, workload.edits.movedShare, "moved")
    Self.expect(Self.median(fitted.edits.lassoStrokes), 8, "lasso")
    Self.expect(fitted.edits.wholeEraseWeight, workload.edits.wholeEraseWeight, "whole erasures")
    Self.expect(
      Self.median(fitted.pauses.toolChangeSeconds), Self.median(workload.pauses.toolChangeSeconds), "tools")
    for (name, path) in Self.pauses {
      Self.expect(
        Self.median(fitted.pauses[keyPath: path]), Self.median(workload.pauses[keyPath: path]), name)
    }
    Self.expect(fitted.pauses.thinkShare, workload.pauses.thinkShare, "thought")
    expectCounts(of: fitted, workload)
  }

  private func expectCounts(of fitted: Workload, _ workload: Workload) {
    #expect(fitted.document.basePages == workload.document.basePages)
    #expect(fitted.document.opaqueBytesPerStroke == workload.document.opaqueBytesPerStroke)
    #expect(fitted.document.opaqueBytesPerPoint == workload.document.opaqueBytesPerPoint)
    Self.expect(fitted.document.basePageFill, workload.document.basePageFill, "fill")
    #expect(fitted.session.strokes >= workload.session.strokes)
    #expect(fitted.session.startPage == workload.session.startPage)
    #expect(fitted.edits.images == workload.edits.images)
    #expect(fitted.pages.browsingRuns == workload.pages.browsingRuns)
    #expect(fitted.pages.reorders == workload.pages.reorders)
    #expect(fitted.app.relaunches == workload.app.relaunches)
    #expect(fitted.app.libraryVisits == workload.app.libraryVisits)
    #expect(fitted.saving == workload.saving)
  }

  private static let pauses: [(String, any KeyPath<PauseParameters, Quantity> & Sendable)] = [
    ("under half", \.underHalfHeightSeconds), ("under one", \.underOneHeightSeconds),
    ("under two", \.underTwoHeightsSeconds), ("under four", \.underFourHeightsSeconds),
  ]

  /// The median of a quantity's draws.
  static func median(_ quantity: Quantity) -> Double {
    var random = SplitMix64(seed: 5)
    return (0..<4_001).map { _ in quantity.sample(&random) }.sorted()[2_000]
  }

  static func expect(
    _ value: Double, _ wanted: Double, _ name: String, tolerance: Double = 0.1,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      abs(value / wanted - 1) <= tolerance, "\(name): \(value), should be \(wanted)", sourceLocation: location
    )
  }

  @Test("A heavy user writes more on fuller pages; the hand stays the median user's")
  func percentiles() throws {
    let users = try (1...5).map { number in
      var workload = Workload()
      workload.hand.writerSpread = 0
      workload.hand.sampleRateHertz = 60
      workload.session.strokes = number * 60
      workload.document.basePages = 8
      workload.page.strokesPerPage.distribution = .constant(Double(number) * 40)
      workload.document.title = "Diary"
      return InkSummary(try SessionStatistics(of: Simulator.session(of: workload, seed: UInt64(number))))
    }
    let median = try WorkloadFit(users: users)
    let heavy = try WorkloadFit(users: users, percentile: 90)
    #expect(median.workload.session.strokes == 180)
    #expect(heavy.workload.session.strokes == 276)
    #expect(
      Self.median(heavy.workload.page.strokesPerPage) > 1.3 * Self.median(median.workload.page.strokesPerPage)
    )
    #expect(heavy.workload.hand.xHeightMillimetres < 1.15 * median.workload.hand.xHeightMillimetres)
    let row = try #require(median.rows.first { $0.statistic.name == SummaryStatistic.strokesPerSession.name })
    #expect(row.spread == [84, 180, 276])
    #expect(median.workload.about.contains("5 users"))
    #expect(!median.json.contains("Diary"))
  }

  @Test(
    "Values out of range are brought to its end and named; what is not shown keeps its default and is named")
  func limits() throws {
    var summary = try SummaryTests.summary()
    summary.histograms[.imageKilobytes] = LogHistogram([90_000, 90_000, 90_000])
    for measure in Measure.pausesByJump { summary.histograms[measure] = nil }
    let fit = try WorkloadFit(users: [summary])
    #expect(fit.uncertain.allSatisfy { $0.contains("±") })
    #expect(fit.uncertainStatistics.contains(SummaryStatistic.moved.name))
    #expect(!fit.uncertainStatistics.contains(SummaryStatistic.strokeLength.name))
    #expect(fit.clamped.contains("edits.imageKilobytes"))
    #expect(fit.workload.edits.imageKilobytes.distribution == .constant(20_000))
    #expect(fit.unmeasured.contains { $0.hasPrefix("pauses") })
    #expect(fit.workload.about.contains("pauses, because there are too few"))
    #expect(fit.workload.pauses.underOneHeightSeconds == Workload().pauses.underOneHeightSeconds)
    let error = #expect(throws: FitError.self) { try WorkloadFit(users: [InkSummary()]) }
    #expect(error?.description.contains("nothing was written") == true)
  }
}
