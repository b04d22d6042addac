import FoundationEssentials
import InkModel
import InkTestFixtures
import Testing

@testable import InkReport

@Suite("The pictures of a crash report") struct VerdictPlotTests {
  private func plot(_ report: CrashReport, _ durability: Durability = .powerDurable) throws -> Plot {
    try #require(Plot.verdicts(of: report).first { $0.group == durability.rawValue })
  }

  /// The lines of a data block.
  private func data(_ name: String, of plot: Plot) -> [Substring] {
    let lines = plot.body.split(separator: "\n")
    guard let start = lines.firstIndex(of: "$\(name) << INKBENCH_END") else { return [] }
    return Array(lines[(start + 1)...].prefix { $0 != "INKBENCH_END" })
  }

  @Test("A bar is divided by outcome, the gravest last, with a row for each profile from the top")
  func shares() throws {
    var report = CrashFixture.report
    report.cases[0].profiles[1].outcomes = [
      OutcomeCount(outcome: .intact, count: 60), OutcomeCount(outcome: .lostAcknowledged, count: 30),
      OutcomeCount(outcome: .corrupt, count: 30),
    ]
    let plot = try plot(report)
    #expect(plot.body.contains("'process-crash' 0, 'xfs' 1, 'apfs-fsync *' 2"))
    #expect(data("bars0\(Outcome.intact.severity)", of: plot).last == "0.0 0.5 1")
    #expect(data("bars0\(Outcome.lostAcknowledged.severity)", of: plot) == ["0.5 0.75 1"])
    #expect(data("bars0\(Outcome.corrupt.severity)", of: plot) == ["0.75 1.0 1"])
    // The second store has the second and third profile.
    #expect(data("bars1\(Outcome.intact.severity)", of: plot).first == "0.0 1.0 1")
    #expect(plot.body.contains("title 'corrupt'") && !plot.body.contains("title 'dangling'"))
  }

  @Test("Marks say whether the promise was kept, broken in so many states, or never given")
  func marks() throws {
    var report = CrashFixture.report
    report.cases[0].profiles[1].secondCrashBroken = 1_200
    let plot = try plot(report)
    #expect(data("kept0", of: plot) == ["1 0 \"✓\""])
    #expect(data("broken0", of: plot) == ["1 1 \"✗ 1,230\""])
    #expect(data("kept1", of: plot) == ["1 1 \"✓\"", "1 2 \"–\""])
    #expect(try data("broken0", of: self.plot(report, .processCrash)) == ["1 1 \"✗ 2\""])
  }

  @Test("One state in a million is wide enough to be seen, and the bar as long as any other")
  func rare() throws {
    var report = CrashFixture.report
    report.cases[0].profiles[1].outcomes = [
      OutcomeCount(outcome: .intact, count: 999_999), OutcomeCount(outcome: .unopenable, count: 1),
    ]
    let plot = try plot(report)
    let rare = try #require(data("bars0\(Outcome.unopenable.severity)", of: plot).first)
      .split(separator: " ").compactMap { Double($0) }
    #expect(abs(rare[1] - 1) < 1e-9 && rare[1] - rare[0] > 0.012)
  }

  @Test("Of more stores than have room, those that broke a promise are drawn")
  func many() throws {
    var report = CrashFixture.report
    let (broken, sound) = (report.cases[0], report.cases[1])
    report.cases = Array(repeating: sound, count: VerdictPanels.panelsMax) + [broken]
    let plot = try plot(report)
    #expect(data("broken0", of: plot) == ["1 0 \"✗ 30\""])
    #expect(plot.caption.contains("Only the first 24 of 25 stores are drawn."))
  }

  @Test("Nothing explored is no picture, and a final report names its pictures")
  func writer() throws {
    let place = try TemporaryDirectory()
    var empty = CrashFixture.report
    empty.cases = [empty.cases[3]]
    #expect(Plot.verdicts(of: empty).isEmpty)
    try CrashWriter.write(CrashFixture.report, CrashFixture.times, to: place.path, named: "out")
    let verdicts = try place.read("verdicts.json")
    #expect(!FileManager.default.fileExists(atPath: place.path + "/verdicts-power-durable.svg"))
    try CrashWriter.write(
      CrashFixture.report, CrashFixture.times, to: place.path, named: "out", drawing: true,
      plotProgram: "no-such-gnuplot")
    let without = String(decoding: try place.read("crash.md"), as: UTF8.self)
    #expect(without.contains("There are no plots because gnuplot is not installed."))
    #expect(!without.contains(".svg"))
    #expect(try place.read("verdicts.json") == verdicts)
  }

  @Test(
    "gnuplot draws them", .enabled(if: Platform.run("gnuplot", ["--version"], outputPath: "/dev/null") == 0))
  func drawn() throws {
    let place = try TemporaryDirectory()
    var report = CrashFixture.report
    report.cases[0].backend = "it's \"odd\""
    try CrashWriter.write(report, CrashFixture.times, to: place.path, named: "out")
    let verdicts = try place.read("verdicts.json")
    // Of an earlier report, whose stores this one does not have.
    _ = try place.write(Array("<svg></svg>".utf8), to: "verdicts-power-consistent.svg")
    try CrashWriter.write(report, CrashFixture.times, to: place.path, named: "out", drawing: true)
    #expect(try place.read("verdicts.json") == verdicts)
    let text = String(decoding: try place.read("crash.md"), as: UTF8.self)
    for durability in [Durability.powerDurable, .processCrash] {
      let name = "verdicts-\(durability.rawValue).svg"
      #expect(text.contains("](\(name))"))
      let picture = String(decoding: try place.read(name), as: UTF8.self)
      #expect(picture.contains("✗") && picture.contains("xfs"))
      #expect(picture.contains("lost-acknowledged") == (durability == .powerDurable))
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == [
        "crash.md", "crash.xml", "timing.json", "verdicts-power-durable.svg", "verdicts-process-crash.svg",
        "verdicts.json",
      ])
  }
}
