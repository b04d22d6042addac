import FoundationEssentials
import InkCommand
import InkTestFixtures
import InkTrace
import Testing

/// The one rule for what commands write: nobody's work is overwritten.
@Suite("Outputs") struct OutputFileTests {
  private let directory: TemporaryDirectory

  /// One file of each kind, and links to the session that is read.
  init() throws {
    directory = try TemporaryDirectory()
    _ = try directory.write(Array(FitCommandTests.small.utf8), to: "small.json")
    _ = try directory.write(Array("my diary".utf8), to: "diary.json")
    _ = try directory.write(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), to: "logo.svg")
    _ = try directory.write([], to: "empty")
    try SessionFile.write(Fixtures.writingSession(strokes: 30), to: directory.path + "/notes.inksession")
    #expect(try run("inspect notes.inksession --summary sum.json").code == .success)
    let files = FileManager.default
    for name in ["folder", "user"] {
      try files.createDirectory(atPath: directory.path + "/" + name, withIntermediateDirectories: false)
    }
    try files.createSymbolicLink(atPath: directory.path + "/soft", withDestinationPath: "notes.inksession")
    try files.linkItem(
      atPath: directory.path + "/notes.inksession", toPath: directory.path + "/hard.inksession")
  }

  private func run(_ line: String) throws -> Session {
    try Session(words: line.split(separator: " ").map(String.init), directory: directory.path)
  }

  /// What each file holds, by name.
  private func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.path)
    where !["folder", "user"].contains(name) {
      contents[name] = try directory.read(name)
    }
    return contents
  }

  static let refusals: [(line: String, code: ExitCode, sentence: String)] = [
    ("simulate small.json --output small.json", .usage, "'small.json' is read by this command"),
    (
      "simulate small.json --output diary.json", .usage, "'diary.json' is no session file, and was left alone"
    ),
    ("simulate small.json --output sum.json", .usage, "'sum.json' is no session file, and was left alone"),
    ("simulate small.json --output folder", .usage, "'folder' is a directory"),
    ("simulate small.json --output /dev/null", .usage, "'/dev/null' is no regular file"),
    ("simulate small.json --output none/x", .diskFailed, "'none/x' can't be written: make its directory"),
    ("simulate small.json --output empty/x", .diskFailed, "'empty/x' can't be written: it names a file as"),
    ("redact notes.inksession --output notes.inksession", .usage, "is read by this command"),
    ("redact notes.inksession --output soft", .usage, "'soft' is read by this command"),
    ("redact notes.inksession --output hard.inksession", .usage, "is read by this command"),
    ("redact notes.inksession --output small.json", .usage, "'small.json' is no session file"),
    ("redact notes.inksession --privacy summary --output small.json", .usage, "'small.json' is no summary"),
    ("inspect notes.inksession --summary hard.inksession", .usage, "is read by this command"),
    ("inspect notes.inksession --summary small.json", .usage, "'small.json' is no summary"),
    ("inspect sum.json --summary sum.json", .usage, "'sum.json' is read by this command"),
    ("fit notes.inksession --output sum.json", .usage, "'sum.json' is no workload, and was left alone"),
    ("fit small.json --output small.json", .usage, "'small.json' is read by this command"),
    ("fit . --output sum.json", .usage, "'sum.json' is read by this command"),
    ("fit notes.inksession --output diary.json", .usage, "'diary.json' is no workload"),
    (
      "render notes.inksession --page 1 --output logo.svg", .usage, "'logo.svg' is no picture of this program"
    ),
    ("import notes.xopp --output diary.json", .usage, "'diary.json' is no session file"),
  ]

  @Test("Neither what a command reads nor another kind of file is overwritten", arguments: refusals)
  func refusal(line: String, code: ExitCode, sentence: String) throws {
    let before = try contents()
    let refused = try run(line)
    #expect(refused.code == code)
    #expect(refused.errors.contains(sentence), "\(refused.errors)")
    #expect(refused.output.isEmpty)
    #expect(try contents() == before)
  }

  static let replacements = [
    ("simulate small.json --output", "empty"), ("simulate small.json --seed 4 --output", "hard.inksession"),
    ("redact notes.inksession --output", "new.inksession.gz"),
    ("inspect notes.inksession --summary", "sum.json"), ("fit notes.inksession --output", "small.json"),
    ("render notes.inksession --timeline --output", "new.svg"),
    ("inspect notes.inksession --summary", "new.json.gz"),
  ]

  @Test("A compressed summary serves as any other")
  func compressedSummary() throws {
    #expect(try run("redact notes.inksession --privacy summary --output user/sum.json.gz").code == .success)
    #expect(try run("inspect user/sum.json.gz").output.contains("a summary of 1 session"))
    let fit = try run("fit user --output mine.json")
    #expect(fit.code == .success, "\(fit.errors)")
    let cut = try directory.read("user/sum.json.gz").dropLast(20)
    _ = try directory.write(Array(cut), to: "cut.json.gz")
    let refused = try run("inspect cut.json.gz")
    #expect(refused.code == .malformedInput)
    #expect(refused.errors.contains("the file was cut short"))
  }

  @Test("A file of the same kind gives way, and so does an empty one", arguments: replacements)
  func replacement(line: String, output: String) throws {
    #expect(try run("\(line) \(output)").code == .success)
    let first = try directory.read(output)
    // What the command has written itself is of the right kind.
    let second = try run("\(line) \(output)")
    #expect(second.code == .success, "\(second.errors)")
    #expect(try directory.read(output) == first)
    #expect(!first.isEmpty)
  }
}
