import FoundationEssentials
import InkModel
import InkTestFixtures
import InkTrace
import Testing

@testable import InkCommand
@testable import InkSimulation

@Suite("inspect and fit") struct FitCommandTests {
  private func run(_ words: String, in directory: String) throws -> InkCommandTests.Session {
    try InkCommandTests.Session(words: words.split(separator: " ").map(String.init), directory: directory)
  }

  /// A small workload's file.
  static let small = """
    {"schema":"inkbench-workload/1","name":"small","session":{"strokes":60},"document":{"basePages":2}}
    """

  @Test("inspect tells what a session is made of, as text and as JSON")
  func inspect() throws {
    let directory = try TemporaryDirectory()
    try Data(Self.small.utf8).write(to: URL(filePath: directory.path + "/small.json"))
    let text = try run("inspect ./small.json", in: directory.path)
    #expect(text.code == .success, "\(text.errors)")
    for words in [
      "simulated from workload 'small'", "edit: write", "beside real handwriting",
      "debounce 500 ms (its own)",
      "idle 2000 ms, at most 10000 ms", "deflated differences",
    ] { #expect(text.output.contains(words), "\(words)") }
    let json = try run("inspect ./small.json --json", in: directory.path)
    let inspection = try JSONDecoder().decode(Inspection.self, from: Data(json.output.utf8))
    #expect(inspection.sizes.contains { $0.name == "strokes written" && $0.count == 60 })
    let policies = try #require(inspection.policies).rows
    let perStroke = try #require(policies.first { $0.policy == "per stroke" })
    let slow = try #require(policies.first { $0.policy == "debounce 5000 ms" })
    #expect(perStroke.lossWindowSeconds == 0)
    #expect(slow.strokesPerSave > perStroke.strokesPerSave)
    #expect(slow.lossWindowSeconds >= 5)
  }

  @Test("A session becomes a summary, the summary a workload, which is one and names no file")
  func thereAndBack() throws {
    let directory = try TemporaryDirectory()
    try Data(Self.small.utf8).write(to: URL(filePath: directory.path + "/diary.json"))
    #expect(try run("inspect ./diary.json --summary alice.json", in: directory.path).code == .success)
    #expect(try run("inspect ./alice.json", in: directory.path).output.contains("a summary of 1 session"))
    let fit = try run("fit ./alice.json --output mine.json", in: directory.path)
    #expect(fit.code == .success, "\(fit.errors)")
    #expect(fit.output.contains("samples per stroke, median"))
    let json = try Data(contentsOf: URL(filePath: directory.path + "/mine.json"))
    let workload = try Workload(json: [UInt8](json))
    #expect(workload.name == "mine")
    #expect(workload.session.strokes == 60)
    #expect(workload.about.hasPrefix("Fitted to 1 recorded session of 1 user, 60 strokes"))
    let text = String(decoding: json, as: UTF8.self)
    #expect(!text.contains("alice") && !text.contains("diary"))
    #expect(try run("inspect ./mine.json", in: directory.path).code == .success)
  }

  @Test("A directory is one user's sessions together")
  func directories() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.path + "/bob", withIntermediateDirectories: true)
    for seed in 1...2 {
      let summary = InkSummary(
        try SessionStatistics(of: Simulator.session(of: Workload(json: Self.small), seed: UInt64(seed))))
      try Data(summary.json.utf8).write(to: URL(filePath: directory.path + "/bob/\(seed).json"))
    }
    let fit = try run("fit ./bob --output bob.json", in: directory.path)
    #expect(fit.output.contains("2 recorded sessions of 1 user, 120 strokes"), "\(fit.errors)")
  }

  @Test("What can't be used is refused in a sentence")
  func refusals() throws {
    let directory = try TemporaryDirectory()
    try Data("{\"schema\":\"inkbench-summary/9\"}".utf8).write(
      to: URL(filePath: directory.path + "/future.json"))
    let future = try run("fit ./future.json --output mine.json", in: directory.path)
    #expect(future.code == .malformedInput)
    #expect(future.errors.contains("inkbench-summary/9"))
    let ending = try run("fit ./future.json --output mine.txt", in: directory.path)
    #expect(ending.code == .usage)
    #expect(ending.errors.contains("'.json'"))
    let nothing = try run("inspect", in: directory.path)
    #expect(nothing.code == .usage)
    try FileManager.default.createDirectory(
      atPath: directory.path + "/store", withIntermediateDirectories: true)
    let store = try run("inspect ./store", in: directory.path)
    #expect(store.code == .unreadableInput)
    #expect(store.errors.contains("is a directory"))
    #expect(try run("fit ./store --output mine.json", in: directory.path).errors.contains("holds no session"))
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/mine.json"))
  }
}

/// Ink of other people, if it lies beside the package.
private enum RealFiles {
  /// Beside the package, or beside the directory of its working copies.
  static let folder: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return ["../shared/ink", "../../shared/ink"].map { root.path + "/" + $0 }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()
}

/// What files of real ink hold comes back in the fitted workload's session.
@Suite("Fit of real ink", .enabled(if: RealFiles.folder != nil)) struct RealInkFitTests {
  @Test(
    "Samples, pressure, pages and length of strokes come back",
    arguments: [
      ["xopp/geophys_notes.xopp"], ["xopp/usuzumi_archery_notes.xopp"],
      ["inkml/msinkmljs_ink1.xml", "inkml/msinkmljs_ink2.xml"],
    ])
  func statistics(files: [String]) throws {
    let folder = try #require(RealFiles.folder)
    let (session, _) = try InkImporter.importFiles(files.map { folder + "/" + $0 })
    let fit = try WorkloadFit(users: [InkSummary(try SessionStatistics(of: session))])
    let compared: [SummaryStatistic] = [
      .strokesPerPage, .basePages, .pointsPerStroke, .meanPointsPerStroke, .strokeLength, .strokeWidth,
      .strokeHeight, .pressure, .pressureVariation,
    ]
    for statistic in compared {
      let row = try #require(fit.rows.first { $0.statistic.name == statistic.name })
      let fitted = try #require(row.fitted)
      #expect(
        abs(fitted / row.recorded - 1) <= 0.15,
        "\(files[0]): \(statistic.name): \(fitted), real \(row.recorded)")
    }
    #expect(fit.unmeasured.contains { $0.hasPrefix("pauses") })
  }
}
