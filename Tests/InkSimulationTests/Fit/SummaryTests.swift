import InkModel
import InkTestFixtures
import Testing

@testable import InkSimulation

@Suite("Summaries") struct SummaryTests {
  static func summary(seed: UInt64 = 3) throws -> InkSummary {
    var workload = Workload()
    workload.session.strokes = 120
    workload.document.title = "Secret plans"
    return InkSummary(try SessionStatistics(of: Simulator.session(of: workload, seed: seed)))
  }

  @Test("A summary is read as it was written")
  func roundTrip() throws {
    let summary = try Self.summary()
    #expect(try InkSummary(json: Array(summary.json.utf8)) == summary)
    #expect(summary[.strokes] == 120)
    #expect(summary.mostFrequent(.sampleRateHertz) == "240")
  }

  @Test("A summary of a meeting is about two kilobytes")
  func size() throws {
    let workload = try WorkloadLibrary.load("meeting", folder: "none")
    let session = try Simulator.session(of: workload, seed: UInt64(workload.seed))
    #expect(InkSummary(try SessionStatistics(of: session)).json.utf8.count <= 2_500)
  }

  @Test("A summary holds no title, no identifier and no sequence, and is small")
  func privacy() throws {
    let text = try Self.summary().json
    #expect(!text.contains("Secret"))
    #expect(text.utf8.count < 2_500)
    let known = Set(
      Measure.allCases.map(\.rawValue) + Count.allCases.map(\.rawValue) + Tally.allCases.map(\.rawValue)
        + ["schema", "counts", "tallies", "histograms"])
    let values = Set([
      "inkbench-summary/1", "5953x8419", "240", "6", "first", "last", "debounce 500", "120", "60",
    ])
    for match in text.matches(of: /"([^"]*)"/) {
      let word = String(match.output.1)
      #expect(known.contains(word) || values.contains(word), "\(word)")
    }
  }

  @Test("Adding summaries is the same in any order")
  func merging() throws {
    let (first, second) = (try Self.summary(seed: 1), try Self.summary(seed: 2))
    var left = first
    left.add(second)
    var right = second
    right.add(first)
    #expect(left == right)
    #expect(left[.strokes] == 240)
    #expect(left[.pointsPerStroke].count == first[.pointsPerStroke].count + second[.pointsPerStroke].count)
  }

  @Test(
    "What is no summary is refused with its reason",
    arguments: [
      ("{\"schema\":\"inkbench-summary/2\"}", "inkbench-summary/1"),
      ("{\"counts\":{}}", "begins with"),
      ("{\"schema\":\"inkbench-summary/1\",\"counts\":{\"shoes\":1}}", "'shoes'"),
      ("{\"schema\":\"inkbench-summary/1\",\"counts\":{\"strokes\":-1}}", "out of range"),
      ("{\"schema\":\"inkbench-summary/1\",\"counts\":{\"sessions\":1}}", "lacks 'tallies'"),
      (
        "{\"schema\":\"inkbench-summary/1\",\"histograms\":{\"drag\":[0,5,900,1]}}", "'drag' is out of range"
      ),
      ("{\"schema\":\"inkbench-summary/1\",\"histograms\":{\"drag\":[0,5]}}", "'drag' is out of range"),
      ("{\"schema\":\"inkbench-summary/1\",\"histograms\":{\"drag\":[0,5,0,-900]}}", "too many bins"),
      ("{\"schema\":\"inkbench-summary/1\",\"owner\":\"me\"}", "'owner'"),
    ])
  func refusal(text: String, reason: String) {
    let error = #expect(throws: SummaryError.self) { try InkSummary(json: Array(text.utf8)) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test(
    "Damaged summaries are refused or read, and never anything else", arguments: 1...60 as ClosedRange<UInt64>
  )
  func fuzz(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let bytes = Array(try Self.fuzzed.get().utf8).damaged(by: &random)
    guard let summary = try? InkSummary(json: bytes) else { return }
    for measure in Measure.allCases { _ = summary[measure].quantile(0.5) }
    for statistic in SummaryStatistic.all { _ = statistic.value(summary) }
    var sum = summary
    sum.add(summary)
  }

  private static let fuzzed = Result { try summary().json }
}
