import InkCommand
import InkModel
import InkTestFixtures
import InkTrace
import Testing

/// One file that is wrong in one way, and what the program makes of it.
struct BadInk: Sendable, CustomTestStringConvertible {
  enum End: Sendable {
    /// It is read, and what was mended is told: the repair, or nothing where nothing is wrong after all.
    case read(points: Int, ImportReport.Repair?)
    /// It is refused with a code and a sentence.
    case refused(ExitCode, String)
  }

  var what: String
  var file: String
  var bytes: @Sendable () throws -> [UInt8]
  var end: End
  var testDescription: String { "\(file): \(what)" }

  static let all = xournal + inkML + sessions

  // MARK: Xournal++

  private static func xournal(
    _ what: String, _ stroke: @autoclosure @escaping @Sendable () -> String, version: Int = 4, _ end: End
  ) -> BadInk {
    BadInk(
      what: what, file: "bad.xopp",
      bytes: {
        let sound = "<stroke width=\"1\">10 10 20 20</stroke>"
        let page = "<page width=\"600\" height=\"800\"><layer>\(stroke())\(sound)</layer></page>"
        return Array("<xournal fileversion=\"\(version)\">\(page)</xournal>".utf8)
      }, end: end)
  }

  private static func stroke(_ text: String, width: String = "1") -> String {
    "<stroke width=\"\(width)\">\(text)</stroke>"
  }

  private static let xournal: [BadInk] =
    [
      xournal("not a number", stroke("1 1 nan 2 3 3 4 4"), .read(points: 4, .unreadablePoint)),
      xournal("negative coordinates", stroke("-1 -1 -2.5 -2"), .read(points: 4, nil)),
      xournal("zeros", stroke("0 0 0 0"), .read(points: 4, nil)),
      xournal("enormous coordinates", stroke("1 1 2 2 1e300 3"), .read(points: 4, .unreadablePoint)),
      xournal("a width of zero", stroke("1 1 2 2", width: "0"), .read(points: 4, .unreadableWidth)),
      xournal("a negative width", stroke("1 1 2 2", width: "-3"), .read(points: 4, .unreadableWidth)),
      xournal("an enormous width", stroke("1 1 2 2", width: "1e30"), .read(points: 4, .unreadableWidth)),
      xournal("an empty stroke", stroke(""), .read(points: 2, .discardedStroke)),
      xournal("one point", stroke("1 1"), .read(points: 2, .discardedStroke)),
      xournal(
        "ten million points in one stroke", stroke(String(repeating: "1 2 ", count: 10_000_000)),
        .refused(.malformedInput, "bad.xopp:1:*: a stroke has more than 1048576 samples; divide it")),
      xournal(
        "a text node of 11 MB", stroke(long("10.00000000000001 20.0000000000001 ")),
        .read(points: 314_287, nil)),
      xournal(
        "an attribute of 11 MB", stroke("1 1 2 2", width: long("1.41 ")),
        .refused(
          .malformedInput,
          "bad.xopp:1: an attribute has more than 10 MB, which the XML parser does not take; divide the stroke"
        )),
      xournal(
        "an unknown version", stroke("1 1 2 2"), version: 99,
        .refused(
          .malformedInput,
          "bad.xopp:1:*: is of file version 99, and versions to 4 are known; save it in an older form")),
    ] + standIns("bad.xopp")

  /// A text repeated to eleven megabytes.
  private static func long(_ text: String) -> String {
    String(repeating: text, count: 11_000_000 / text.utf8.count)
  }

  // MARK: InkML

  private static func inkML(
    _ what: String, _ trace: @autoclosure @escaping @Sendable () -> String, _ end: End
  ) -> BadInk {
    BadInk(
      what: what, file: "bad.inkml",
      bytes: {
        let channels = ["X", "Y", "T"].map { "<channel name=\"\($0)\" type=\"decimal\"/>" }.joined()
        let format = "<traceFormat>\(channels)</traceFormat>"
        return Array("<ink>\(format)<trace>\(trace())</trace><trace>1 1 0, 2 2 8</trace></ink>".utf8)
      }, end: end)
  }

  private static let inkML: [BadInk] =
    [
      inkML("not a number", "1 1 0, nan 2 8, 3 3 16, 4 4 24", .read(points: 5, .unreadablePoint)),
      inkML("negative coordinates", "-1 -1 0, -2 -2 8", .read(points: 4, nil)),
      inkML("zeros", "0 0 0, 0 0 0", .read(points: 4, nil)),
      inkML("enormous coordinates", "1 1 0, 2 2 8, 1e300 3 16", .read(points: 4, .unreadablePoint)),
      inkML("unsorted times", "1 1 16, 2 2 8, 3 3 24", .read(points: 5, .backwardTime)),
      inkML("an empty trace", "", .read(points: 2, .discardedStroke)),
      // A dot: InkML has a time for it, Xournal++ has not.
      inkML("one point", "1 1 0", .read(points: 3, nil)),
      inkML(
        "ten million points in one trace", String(repeating: "1 2 3,", count: 10_000_000),
        .refused(.malformedInput, "bad.inkml:1:*: a stroke has more than 1048576 samples; divide it")),
    ] + standIns("bad.inkml")

  // MARK: Session files

  private static func session(
    _ what: String, replacing text: String, with other: @autoclosure @escaping @Sendable () -> String,
    _ end: End
  ) -> BadInk {
    BadInk(
      what: what, file: "bad.inksession",
      bytes: {
        let text = try sound.replacing(text, with: other(), maxReplacements: 1)
        return Array(text.utf8)
      }, end: end)
  }

  /// A session of two strokes whose numbers are easy to find.
  private static var sound: String { get throws { try text(of: Fixtures.writingSession(strokes: 2)) } }

  private static func text(of session: InkModel.Session) throws -> String {
    let directory = try TemporaryDirectory()
    try SessionFile.write(session, to: directory.path + "/a.inksession")
    return String(decoding: try directory.read("a.inksession"), as: UTF8.self)
  }

  private static func points(_ text: String, _ sentence: String) -> BadInk {
    BadInk(
      what: "samples \(text.prefix(40))", file: "bad.inksession",
      bytes: {
        let line = try sound
        guard let begin = line.firstRange(of: "\"points\":["),
          let end = line[begin.upperBound...].firstIndex(of: "]")
        else { return [] }
        return Array((line[..<begin.upperBound] + text + line[end...]).utf8)
      }, end: .refused(.malformedInput, sentence))
  }

  private static let hint = "; correct the line or write the session again"

  private static let sessions: [BadInk] =
    [
      points("nan,1,0,5,5", "bad.inksession:*: expected an integer" + hint),
      points("1.5,1,0,5,5", "bad.inksession:*: expected an integer, found a fraction" + hint),
      points("1e300,1,0,5,5", "bad.inksession:*: expected an integer, found a fraction" + hint),
      points(
        "2147483648,1,0,5,5", "bad.inksession:*: a sample is out of range: 2147483648, 1, 0, 5, 5" + hint),
      points("1,1,-1,5,5", "bad.inksession:*: a sample is out of range: 1, 1, -1, 5, 5" + hint),
      points("1,1,0,-1,5", "bad.inksession:*: a sample is out of range: 1, 1, 0, -1, 5" + hint),
      points(
        String(repeating: "1,2,3,4,5,", count: 10_000_000),
        "bad.inksession:*: the line is longer than 64 MiB; divide the session"),
      BadInk(
        what: "unsorted times", file: "bad.inksession",
        bytes: {
          var lines = try sound.split(separator: "\n")
          lines[lines.count - 1] = "{\"start\":0,\"action\":\"close-document\"}"
          return Array((lines.joined(separator: "\n") + "\n").utf8)
        },
        end: .refused(.malformedInput, "bad.inksession:*: it begins before the event above it" + hint)),
      session(
        "a time in the far future", replacing: "{\"start\":0,", with: "{\"start\":99999999999999999,",
        .refused(.malformedInput, "bad.inksession:*: the time 99999999999999999 is too large" + hint)),
      session(
        "an unknown version", replacing: "inkbench-session/1", with: "inkbench-session/9",
        .refused(
          .malformedInput,
          "bad.inksession:1:*: 'inkbench-session/9' is a version this program can't read: it reads "
            + "'inkbench-session/1' and 'inkbench-session/2'" + hint)),
    ] + standIns("bad.inksession")

  // MARK: All formats

  /// What lies under an ink file's name when it was not fetched.
  private static func standIns(_ file: String) -> [BadInk] {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n"
    let page = "<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n"
    return [
      BadInk(
        what: "a Git LFS pointer", file: file, bytes: { Array(pointer.utf8) },
        end: .refused(
          .malformedInput,
          "\(file): is a Git LFS pointer and not the file itself; fetch it with 'git lfs pull'")),
      BadInk(
        what: "a web page", file: file, bytes: { Array(page.utf8) },
        end: .refused(
          .malformedInput, "\(file): is a web page and not ink; download the file itself")),
      BadInk(
        what: "nothing", file: file, bytes: { [] },
        end: .refused(.malformedInput, "\(file): is empty; *")),
    ]
  }
}

@Suite("Bad ink") struct BadInkTests {
  @Test("Bad ink is mended and told, or refused in one sentence", arguments: BadInk.all)
  func bad(_ ink: BadInk) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write(try ink.bytes(), to: ink.file)
    let line =
      ink.file.hasSuffix("inksession")
      ? "run \(ink.file) --dry-run" : "import \(ink.file) --output out.inksession"
    let session = try Session(words: line.split(separator: " ").map(String.init), directory: directory.path)
    let errors = session.errors.replacing(directory.path + "/", with: "")
    switch ink.end {
    case .read(let points, let repair):
      #expect(session.code == .success, "\(errors)")
      #expect(session.output.contains(" \(points) points,"), "\(session.output)")
      if let repair {
        #expect(session.output.contains(" × \(repair.rawValue)"), "\(session.output)")
      } else {
        #expect(!session.output.contains("×"), "\(session.output)")
      }
    case .refused(let code, let sentence):
      #expect(session.code == code)
      #expect(session.output.isEmpty)
      // A star stands for a place in the file, or for what to do about an empty one.
      let parts = sentence.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      let said = String(errors.prefix { $0 != "\n" })
      #expect(said.hasPrefix("inkbench: " + parts[0]), "\(said)")
      #expect(said.hasSuffix(parts[parts.count - 1]), "\(said)")
      #expect(errors.utf8.count < 1_000)
    }
  }

  @Test("Strokes without samples and with one are sessions like any other")
  func shortStrokes() throws {
    let directory = try TemporaryDirectory()
    var session = Fixtures.writingSession(strokes: 2)
    for count in 0..<2 as Range<UInt32> {
      let index =
        try #require(
          session.events.lastIndex { if case .edit = $0.action { true } else { false } }) - Int(count)
      guard
        case .edit(let page, .put(.stroke(var stroke), let place), let cause) = session.events[index].action
      else {
        Issue.record("no stroke at \(index)")
        return
      }
      stroke.points.count = count
      session.events[index].action = .edit(page, .put(.stroke(stroke), index: place), cause: cause)
    }
    try SessionFile.write(session, to: directory.path + "/short.inksession")
    let run = try Session(words: ["run", "short.inksession", "--dry-run"], directory: directory.path)
    #expect(run.code == .success, "\(run.errors)")
  }
}
