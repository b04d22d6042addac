import InkModel
import InkTestFixtures
import Testing

@testable import InkReport

/// The plots over a session's clock and over the size of a page, by what is drawn.
@Suite("Plots of a session") struct SessionPlotTests {
  private func plots(_ cases: [CaseRecord]) -> [Plot] {
    Plot.all(of: RecordFixture.report(RecordFixture.run(cases)))
  }

  private func plot(_ name: String, _ cases: [CaseRecord]) throws -> Plot {
    try #require(plots(cases).first { $0.name.hasPrefix(name) })
  }

  /// The lines of a data block.
  private func data(_ name: String, of plot: Plot) -> [Substring] {
    let lines = plot.body.split(separator: "\n")
    guard let start = lines.firstIndex(of: "$\(name) << INKBENCH_END") else { return [] }
    return Array(lines[(start + 1)...].prefix { $0 != "INKBENCH_END" })
  }

  @Test("A save stands at its intended time, as high as the median of its rounds")
  func timeline() throws {
    var record = RecordFixture.measured(RecordFixture.journal, saves: 2)
    for (round, times) in ([[3, 90], [1, 70], [2, 80]] as [[UInt64]]).enumerated() {
      record.timed[round].phases[0].serviceNanoseconds = times.map { $0 * 1_000_000 }
      record.timed[round].phases[0].intendedMilliseconds = [30_000, 60_500]
      record.timed[round].activityCalls[0].nanoseconds = [UInt64(round + 4) * 1_000_000, 1_000_000]
    }
    let plot = try plot("save-timeline", [record])
    #expect(data("row0mark0", of: plot) == ["30.0 0.002", "60.5 0.08"])
    #expect(data("row0mark2", of: plot).first == "60.0 0.005")
    #expect(plot.body.contains("title 'autosave'") && plot.body.contains("title 'compaction'"))
    #expect(!plot.body.contains("title 'background'"))
    #expect(plot.body.contains("in seconds"))
  }

  @Test("Of tens of thousands of saves the slowest and the quickest are drawn, and the picture stays small")
  func thinned() throws {
    var record = RecordFixture.measured(RecordFixture.journal, rounds: 1, saves: 40_000)
    record.timed[0].phases[0].serviceNanoseconds[12_345] = 7_000_000_000
    record.timed[0].phases[0].serviceNanoseconds[23_456] = 11
    let plot = try plot("save-timeline", [record])
    let marks = data("row0mark0", of: plot)
    #expect(marks.count <= 602)
    #expect(marks.contains { $0.hasSuffix(" 7.0") } && marks.contains { $0.hasSuffix(" 1.1e-08") })
    #expect(plot.caption.contains("the quickest and the slowest"))
    #expect(data("case0", of: try self.plot("save-growth", [record])).count <= 40)
  }

  @Test("Written bytes are stacked role by role and end at the total")
  func cumulative() throws {
    let plot = try plot("cumulative-bytes", [RecordFixture.measured(RecordFixture.journal, saves: 9)])
    let lines = data("case0", of: plot)
    #expect(lines.first == "0.0 0 0")
    // Ten saves of 5,320 bytes of journal and 1,200 of pages.
    #expect(lines.last == "120.0 53200 65200")
    #expect(plot.body.contains("journal/packed: 65.2 kB"))
    #expect(plot.body.contains("'0 B' 0.0, '20 kB' 20000.0, '40 kB' 40000.0, '60 kB' 60000.0)"))
  }

  @Test("The cost of saving is drawn over the elements of the page")
  func growth() throws {
    let plot = try plot("save-growth", [RecordFixture.measured(RecordFixture.snapshot, saves: 3)])
    #expect(data("case0", of: plot).map { $0.split(separator: " ")[0] } == ["24.0", "26.0", "28.0"])
  }

  @Test("A session without a save has no plots of saves, and one with a single save has those that show it")
  func fewSaves() throws {
    var none = RecordFixture.measured(RecordFixture.snapshot)
    for round in none.timed.indices {
      none.timed[round].phases.removeAll(where: \.phase.isSave)
      none.timed[round].roles = []
      none.timed[round].written.curves = []
    }
    #expect(plots([none]).map(\.name) == [])
    var one = RecordFixture.measured(RecordFixture.snapshot, saves: 1)
    for round in one.timed.indices { one.timed[round].phases.removeAll { $0.phase == .savePageClose } }
    #expect(
      plots([one]).map { $0.name.replacing("-power-durable-meeting.svg", with: "") }
        == ["save-times", "save-timeline", "written-bytes", "cumulative-bytes"])
  }

  @Test("More stores than a picture has room for are counted in its caption")
  func manyStores() throws {
    let cases = (0..<14).map { index in
      var record = RecordFixture.measured(RecordFixture.journal, rounds: 1, saves: 2)
      record.name.backend = "store-\(index)"
      return record
    }
    for name in ["save-timeline", "cumulative-bytes"] {
      let plot = try plot(name, cases)
      #expect(plot.caption.hasSuffix("Only the first 12 of 14 stores are drawn."))
      #expect(plot.body.contains("store-11") && !plot.body.contains("store-12"))
    }
  }
}
