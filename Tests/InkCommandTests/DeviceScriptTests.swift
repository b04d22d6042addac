import FoundationEssentials
import InkCommand
import InkModel
import InkReport
import InkRun
import InkTestFixtures
import Testing

/// The way of a script from a run to a device and back: export, source, replay.
@Suite("Scripts for devices") struct DeviceScriptTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory.inMemory() }

  private func run(_ line: String) throws -> Session {
    try Session(words: line.split(separator: " ").map(String.init), directory: directory.path)
  }

  private var keptRun: KeptRun { KeptRun(["journal", "snapshot"], in: directory.path + "/run") }

  /// A run's directory with the calls of two cases.
  private func keepRun() throws {
    try keptRun.writeReport()
    for backend in ["journal", "snapshot"] { try keptRun.writeScript(of: backend) }
  }

  @Test("A run's calls are exported, replayed here, and come back as a device that can be read")
  func wholeWay() throws {
    try keepRun()
    let export = try run("device export run --output saves.inkio")
    #expect(export.errors == "")
    #expect(export.output == "saves.inkio: 24 calls, cases: 2\n")
    let replay = try run("device replay saves.inkio --passes 1 --sync full")
    #expect(replay.code == .success)
    #expect(replay.errors.contains("journal/packed power-durable, full: file "))
    #expect(replay.errors.contains("snapshot/packed power-durable, full: file "))
    let device = try Device(json: Array(replay.output.utf8), path: "printed")
    #expect(device.flushes.map(\.kind).contains(.syncDirectory))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["run", "saves.inkio"])
    // An earlier export gives way to a later one, and nothing else does.
    #expect(try run("device export run --output saves.inkio").code == .success)
    _ = try directory.write(Array("{}".utf8), to: "mine.json")
    #expect(try run("device export run --output mine.json").code == .usage)
  }

  @Test("A run without recorded calls, and a damaged record, are refused in one sentence")
  func badRuns() throws {
    #expect(try run("device export none --output a.inkio").code == .unreadableInput)
    try keptRun.writeReport()
    let empty = try run("device export run --output a.inkio")
    #expect(empty.code == .malformedInput)
    #expect(empty.errors.contains("'run' recorded the file calls of no case; run it again"))
    try keepRun()
    try Data("{".utf8).write(to: URL(filePath: keptRun.path(of: "journal")))
    let broken = try run("device export run --output a.inkio")
    #expect(broken.code == .malformedInput)
    #expect(broken.errors.contains("meeting-journal-packed-power-durable.json"))
    try keptRun.writeScript(of: "journal", as: "sqlite")
    let other = try run("device export run --output a.inkio")
    #expect(other.code == .malformedInput)
    #expect(other.errors.contains("holds the file calls of meeting sqlite/packed power-durable"))
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/a.inkio"))
    let price = try run("device price run --device emmc-tablet")
    #expect(price.output.contains("holds the file calls of meeting sqlite/packed power-durable"))
  }

  @Test("What is exported is the run of the report: no case of another, and none that nobody vouches for")
  func onlyItsOwn() throws {
    try keepRun()
    try keptRun.writeScript(of: "sqlite")
    try keptRun.writeReport { $0.cases[0].timed[0].check.canarySeen = false }
    let export = try run("device export run --output saves.inkio")
    #expect(export.code == .success)
    #expect(export.output == "saves.inkio: 12 calls, cases: 1\n")
    #expect(
      export.errors.contains(
        "meeting journal/packed power-durable is left out: The instrument can't vouch for its calls: "))
    let text = String(decoding: try directory.read("saves.inkio"), as: UTF8.self)
    #expect(text.contains(#""name":"snapshot/packed power-durable""#) && !text.contains("sqlite"))
  }

  @Test("A script does not tell what a session is called, and tells two of them apart", arguments: [1, 2])
  func sessionNames(count: Int) throws {
    let sessions = ["my-divorce", "letter-to-anna"].prefix(count)
    let kept = KeptRun(["journal"], of: Array(sessions), in: directory.path + "/run")
    try kept.writeReport()
    for name in kept.names { try kept.writeScript(of: name) }
    #expect(try run("device export run --output saves.inkio").code == .success)
    let text = String(decoding: try directory.read("saves.inkio"), as: UTF8.self)
    for session in sessions { #expect(!text.contains(session)) }
    let names = text.split(separator: "\n").compactMap { line in
      line.split(separator: #""name":""#).dropFirst().first?.split(separator: "\"").first.map(String.init)
    }
    #expect(
      names
        == (count == 1
          ? ["journal/packed power-durable"]
          : ["session 1 journal/packed power-durable", "session 2 journal/packed power-durable"]))
    let replay = try run("device replay saves.inkio --passes 1 --sync full")
    for name in names { #expect(("\n" + replay.errors).contains("\n\(name), full: file ")) }
  }

  @Test("A script that is cut off, is missing, or has nowhere to go is refused")
  func badReplays() throws {
    try keepRun()
    #expect(try run("device export run --output saves.inkio").code == .success)
    let text = try directory.read("saves.inkio")
    _ = try directory.write(Array(text.dropLast(40)), to: "cut.inkio")
    let cut = try run("device replay cut.inkio")
    #expect(cut.code == .malformedInput)
    #expect(cut.errors.contains("cut.inkio: it is cut off or damaged; export it again"))
    #expect(try run("device replay none.inkio").code == .unreadableInput)
    #expect(try run("device replay saves.inkio --directory none").code == .usage)
    #expect(try run("device replay saves.inkio --sync fast").code == .usage)
  }

  @Test("The source that is printed is the file that is compiled, byte for byte")
  func source() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "Sources/InkDevice/DeviceReplay.swift")
    let source = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(try run("device source").output == source)
    #expect(try run("device source --output DeviceReplay.swift").code == .success)
    #expect(try String(decoding: directory.read("DeviceReplay.swift"), as: UTF8.self) == source)
    // Again over itself, and never over another's file.
    #expect(try run("device source --output DeviceReplay.swift").code == .success)
    _ = try directory.write(Array("import Foundation\n".utf8), to: "Mine.swift")
    #expect(try run("device source --output Mine.swift").code == .usage)
  }
}
