import InkModel
import Testing

@testable import InkSimulation

/// Users who differ, pooled.
@Suite("Fit: several users") struct UserPoolTests {
  /// A session of a library workload.
  static func summary(_ name: String) throws -> InkSummary {
    let workload = try WorkloadLibrary.load(name, folder: "none")
    return InkSummary(
      try SessionStatistics(of: Simulator.session(of: workload, seed: UInt64(workload.seed))))
  }

  @Test("Two users who differ give pages, strokes and a hand between theirs")
  func difference() throws {
    let users = [try Self.summary("meeting"), try Self.summary("lecture")]
    let fit = try WorkloadFit(users: users)
    let pages = users.map { PageSizes.weights(of: $0) }
    let largest = try #require(pages.compactMap { $0.quantile(1) }.max())
    let smallest = try #require(pages.compactMap { $0.quantile(0) }.min())
    guard case .quantiles(let table) = fit.workload.page.strokesPerPage.distribution else {
      Issue.record("\(fit.workload.page.strokesPerPage.distribution) is no table")
      return
    }
    for row in table { #expect(smallest...largest ~= row.value, "p\(row.percent): \(row.value)") }
    for statistic in [SummaryStatistic.strokesPerPage, .strokeLength, .strokeHeight, .pointsPerStroke] {
      let values = users.compactMap(statistic.value)
      let row = try #require(fit.rows.first { $0.statistic.name == statistic.name })
      let fitted = try #require(row.fitted)
      let (low, high) = (try #require(values.min()), try #require(values.max()))
      #expect(low * 0.75...high * 1.25 ~= fitted, "\(statistic.name): \(fitted), of users \(values)")
    }
    #expect(fit.workload.hand.xHeightMillimetres < 5)
  }

  @Test("Each user weighs the same, and only how values vary about a user's own median is pooled")
  func shape() throws {
    func user(_ values: [Double]) -> InkSummary {
      var summary = InkSummary()
      summary.histograms[.lassoStrokes] = LogHistogram(values)
      return summary
    }
    // One user's lassos hold ten strokes, fewer or more; the other's, a hundred times as many, always 1,000.
    let varied = (0..<60).map { [5.0, 10, 10, 20][$0 % 4] }
    let users = [user(varied), user([Double](repeating: 1_000, count: 6_000))]
    for (percentile, median) in [(0.0, 10.0), (50, 505), (100, 1_000)] {
      let pool = UserPool(users, percentile: percentile)
      let law = try #require(pool.law(.lassoStrokes, isAmount: true))
      guard case .quantiles(let table) = law else {
        Issue.record("\(law) is no table")
        continue
      }
      let middle = try #require(table.first { $0.percent == 50 }).value
      #expect(abs(middle / median - 1) < 0.1)
      // An eighth of the weight lies at half and at twice the median.
      let low = try #require(table.first { $0.percent == 5 }).value
      let high = try #require(table.first { $0.percent == 95 }).value
      #expect(0.35...0.65 ~= low / middle, "\(low) of \(middle)")
      #expect(high <= 1_000.5)
      if percentile == 0 { #expect(1.5...2.5 ~= high / middle, "\(high) of \(middle)") }
    }
  }

  @Test("An amount of few values has no tail that no user showed")
  func tail() throws {
    let users = [4.0, 40].map { scale in
      var summary = InkSummary()
      summary.histograms[.lassoStrokes] = LogHistogram([1, 1, 2, 3, 5].map { $0 * scale })
      return summary
    }
    let law = try #require(UserPool(users, percentile: 100).law(.lassoStrokes, isAmount: true))
    var random = SplitMix64(seed: 1)
    let draws = (0..<1_000).map { _ in law.sample(&random, within: 0...1e9) }
    let largest = try #require(users.compactMap { $0[.lassoStrokes].quantile(1) }.max())
    #expect(draws.allSatisfy { $0 <= largest * 1.001 })
    #expect(draws.contains { $0 > 100 })
  }
}
