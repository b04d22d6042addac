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

  /// A run's directory with the calls of two cases: a file is written and synced, another replaced.
  private func keepRun() throws {
    let calls = [
      FileOperation(.create, role: .temporary, file: 1),
      FileOperation(.write, role: .temporary, file: 1, length: 9),
      FileOperation(.sync, role: .temporary, file: 1, nanoseconds: 100),
      FileOperation(.close, role: .page, file: 1),
      FileOperation(.rename, role: .page, file: 1, target: 0),
      FileOperation(.syncDirectory, role: .other, file: 2),
    ]
    let step = OperationScript.Step(
      phase: "save.autosave", intendedMilliseconds: 500, computeNanoseconds: 7, operations: calls)
    let script = OperationScript(initialLengths: [4, 0, 0], steps: [step, step])
    for backend in ["journal", "snapshot"] {
      let name = CaseName(
        workload: "meeting", backend: backend, codec: "packed", durability: .powerDurable)
      let path = OperationScriptFile.paths(of: [name], in: directory.path + "/run")[name] ?? ""
      try OperationScriptFile(name: name, script: script).write(to: path)
    }
  }

  @Test("A run's calls are exported, replayed here, and come back as a device that can be read")
  func wholeWay() throws {
    try keepRun()
    let export = try run("device export run --output saves.inkio")
    #expect(export.errors == "")
    #expect(export.output == "saves.inkio: 24 calls, cases: 2\n")
    let replay = try run("device replay saves.inkio --passes 1 --sync full")
    #expect(replay.code == .success)
    #expect(replay.errors.contains("meeting journal/packed power-durable, full: file "))
    #expect(replay.errors.contains("meeting snapshot/packed power-durable, full: file "))
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
    try FileManager.default.createDirectory(
      atPath: directory.path + "/empty/operations", withIntermediateDirectories: true)
    #expect(try run("device export empty --output a.inkio").code == .malformedInput)
    try keepRun()
    _ = try directory.write(Array("{".utf8), to: "run/operations/broken.json")
    let broken = try run("device export run --output a.inkio")
    #expect(broken.code == .malformedInput)
    #expect(broken.errors.contains("broken.json"))
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/a.inkio"))
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
