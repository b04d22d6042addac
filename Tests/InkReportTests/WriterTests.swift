import FoundationEssentials
import InkReport
import InkTestFixtures
import Testing

@Suite struct WriterTests {
  @Test("A report is written whole, with its plots, and reads back equal")
  func writes() throws {
    let directory = try TemporaryDirectory()
    let report = RecordFixture.report(RecordFixture.everything())
    let target = directory.path + "/deep/run"
    let paths = try ReportWriter.write(report, to: target + "/")
    #expect(try Report.read(target + "/report.json") == report)
    #expect(Set(paths) == Set(try list(target).map { target + "/" + $0 }))
    let text = try read(target + "/report.md")
    if hasGnuplot {
      #expect(paths.count == 2 + 10)
      for path in paths where path.hasSuffix(".svg") {
        let svg = try read(path)
        #expect(text.contains("](\(path.split(separator: "/").last ?? ""))"))
        #expect(svg.contains("</svg>"))
        // The ground is opaque, so dark pages don't swallow the axes.
        #expect(svg.contains("fill=\"#f5f5f2\""))
        #expect(svg.contains("journal/packed"))
      }
    } else {
      #expect(text.contains("apt-get install gnuplot-nox"))
    }
    #expect(try list(directory.path + "/deep") == ["run"])
  }

  @Test("Without gnuplot the report is the same but for a line that says how to get plots")
  func withoutGnuplot() throws {
    let directory = try TemporaryDirectory()
    let report = RecordFixture.report(RecordFixture.everything())
    let paths = try ReportWriter.write(
      report, to: directory.path + "/run", plotProgram: "no-such-gnuplot")
    #expect(paths.map { $0.split(separator: "/").last } == ["report.md", "report.json"])
    let text = try read(directory.path + "/run/report.md")
    let expected = report.markdown(
      plotNote: "There are no plots because gnuplot is not installed. To get them, install it "
        + "(`apt-get install gnuplot-nox`) and run again.")
    #expect(text == expected)
  }

  @Test("A plot program that fails is named in the report, and the report is written")
  func failingGnuplot() throws {
    let directory = try TemporaryDirectory()
    // It answers to --version and exits with 0, but draws nothing.
    try ReportWriter.write(
      RecordFixture.report(RecordFixture.everything()), to: directory.path + "/run", plotProgram: "true")
    let text = try read(directory.path + "/run/report.md")
    #expect(text.contains("gnuplot could not draw `save-times-power-durable-meeting.svg`"))
    #expect(!text.contains("!["))
  }

  @Test("A hostile name is drawn as text", .enabled(if: hasGnuplot))
  func hostileName() throws {
    let directory = try TemporaryDirectory()
    var record = RecordFixture.measured(RecordFixture.journal)
    record.name.backend = "o'no \"x\" &<b> `touch \(directory.path)/oops`\nset output"
    let paths = try ReportWriter.write(
      RecordFixture.report(RecordFixture.run([record])), to: directory.path + "/it's a run")
    let pictures = paths.filter { $0.hasSuffix(".svg") }
    #expect(pictures.count == 5)
    for picture in pictures {
      let svg = try self.read(picture)
      #expect(svg.contains("&amp;&lt;b> `touch ") && !svg.contains("<b>"), "\(picture)")
    }
    #expect(try list(directory.path) == ["it's a run"])
  }

  @Test("Files of others in the target stay, and files of an earlier report are replaced")
  func keepsOthers() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write(Array("mine".utf8), to: "notes.txt")
    _ = try directory.write(Array("old".utf8), to: "report.json")
    let report = RecordFixture.report(RecordFixture.run([]))
    try ReportWriter.write(report, to: directory.path)
    #expect(try read(directory.path + "/notes.txt") == "mine")
    #expect(try Report.read(directory.path + "/report.json") == report)
    #expect(try Set(list(directory.path)) == ["notes.txt", "report.json", "report.md"])
  }

  @Test("A target that can't be made fails with its path and leaves nothing behind")
  func unwritable() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write([1], to: "file")
    let report = RecordFixture.report(RecordFixture.run([]))
    for target in [file, file + "/run"] {
      let error = #expect(throws: ReportError.self) { try ReportWriter.write(report, to: target) }
      guard case .disk(let path, _) = error else {
        Issue.record("\(String(describing: error)) is no disk error")
        continue
      }
      #expect(path.hasPrefix(file))
    }
    #expect(try list(directory.path) == ["file"])
    #expect(try directory.read("file") == [1])
  }

  private func read(_ path: String) throws -> String {
    try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  private func list(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }
}

private let hasGnuplot: Bool = {
  let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
  return folders.contains { FileManager.default.isExecutableFile(atPath: $0 + "/gnuplot") }
}()
