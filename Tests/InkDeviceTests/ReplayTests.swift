import Foundation
import InkDevice
import InkModel
import InkTestFixtures
import Testing

/// The replay of a script on a disk.
@Suite("The replay on a device") struct ReplayTests {
  private let directory: TemporaryDirectory
  private var disk: String { directory.path + "/disk" }

  // In memory: what is looked at are files and counts, and hundreds of syncs of a disk take their time.
  init() throws { directory = try TemporaryDirectory.inMemory() }

  @Test(
    "Every call of a script is made, kind by kind, and leaves the files that it should",
    arguments: DeviceReplay.Sync.allCases)
  func underTheTap(sync: DeviceReplay.Sync) throws {
    let scripts = (0..<20).map { RandomScript(seed: 100 + $0, callCount: 200) }
    _ = try ScriptText.replay(ScriptText.exported(scripts.map(\.script)), in: directory)
    let output = try Self.probe([directory.path + "/saves.inkio", disk, sync.rawValue])
    let blocks = output.split(separator: "case ").map { $0.split(separator: "\n") }
    try #require(blocks.count == scripts.count, "\(output)")
    for (script, block) in zip(scripts, blocks) {
      let calls = script.script.steps.flatMap(\.operations)
      func count(_ kinds: FileOperation.Kind...) -> Int { calls.filter { kinds.contains($0.kind) }.count }
      let expected = [
        "open \(count(.open, .create))", "read \(count(.read))", "write \(count(.write))",
        "written \(calls.filter { $0.kind == .write }.reduce(0) { $0 + $1.length })",
        "sync \(count(.sync, .syncData, .syncDirectory))", "rename \(count(.rename))",
        "unlink \(count(.remove))",
        "other \(count(.truncate, .allocate, .link, .makeDirectory, .removeDirectory))",
        "lengths \(script.finalLengths.map(String.init).joined(separator: ","))", "timed \(calls.count)",
      ]
      #expect(block.dropFirst().map(String.init) == expected)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
  }

  private static func probe(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: try Built.path(of: "DeviceProbe"))
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  @Test("Files that a script has open from before its first call are opened, and missing ones are borne with")
  func edges() throws {
    let calls = [
      FileOperation(.write, role: .wal, file: 0, offset: 8, length: 4),
      FileOperation(.sync, role: .wal, file: 0),
      FileOperation(.makeDirectory, role: .other, file: 1),
      FileOperation(.makeDirectory, role: .other, file: 1),
      FileOperation(.remove, role: .page, file: 2), FileOperation(.remove, role: .page, file: 2),
      FileOperation(.open, role: .page, file: 2), FileOperation(.close, role: .page, file: 0),
      FileOperation(.other, role: .wal, file: 0),
    ]
    let replay = try ScriptText.replay(ScriptText.exported([script([8, 0, 5], calls)]), in: directory)
    let timing = try replay.pass(of: replay.script.cases[0], sync: .fsync)
    #expect(timing.nanoseconds.count == calls.count)
    #expect(timing.plainSyncCount == 0)
  }

  @Test("A file that does not become as long as it should stops the replay")
  func wrongLength() throws {
    let write = FileOperation(.write, role: .page, file: 0, offset: 0, length: 100)
    let text = ScriptText.exported([script([10], [write])])
    let replay = try ScriptText.replay(ScriptText.forged(text, "[0,1,10,100]", "[0,1,10,101]"), in: directory)
    let failure = #expect(throws: DeviceReplay.Failure.self) {
      try replay.pass(of: replay.script.cases[0], sync: .full)
    }
    #expect(failure?.description == "'case 0', file 0 has 100 bytes, and should have 101")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
  }

  @Test("A file that should have a length at the end and has no name stops the replay")
  func noName() throws {
    let text = ScriptText.exported([script([10], [FileOperation(.remove, role: .page, file: 0)])])
    let replay = try ScriptText.replay(ScriptText.forged(text, "[0,1,10,-1]", "[0,1,10,10]"), in: directory)
    let failure = #expect(throws: DeviceReplay.Failure.self) {
      try replay.pass(of: replay.script.cases[0], sync: .full)
    }
    #expect(failure?.description == "'case 0', file 0 has no name, and should have 10 bytes")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
  }

  @Test("A call that fails here and did not fail there stops the replay, and what was made is removed")
  func failedCall() throws {
    // A directory is removed that is a file.
    let calls = [
      FileOperation(.open, role: .page, file: 0), FileOperation(.read, role: .page, file: 0, length: 4),
      FileOperation(.removeDirectory, role: .page, file: 0),
    ]
    let text = ScriptText.forged(ScriptText.exported([script([4], calls)]), "[[1,1,4,-1]]", "[[0,1,4,-1]]")
    let replay = try ScriptText.replay(text, in: directory)
    let failure = #expect(throws: DeviceReplay.Failure.self) {
      try replay.pass(of: replay.script.cases[0], sync: .fsync)
    }
    #expect(failure?.description == "'case 0', step 1: remove-directory, 0 bytes: Not a directory")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
  }

  @Test("Nothing of the directory's other files is touched")
  func othersFiles() throws {
    let replay = try ScriptText.replay(
      ScriptText.exported([RandomScript(seed: 5, callCount: 50).script]), in: directory)
    _ = try directory.write([1, 2, 3], to: "disk/f0")
    _ = try replay.pass(of: replay.script.cases[0], sync: .barrier)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["f0"])
    #expect(try directory.read("disk/f0") == [1, 2, 3])
  }

  @Test("A disk without enough room, and a directory that is not there, are refused before anything is made")
  func noRoom() throws {
    let text = ScriptText.exported([script([10], [FileOperation(.sync, role: .page, file: 0)])])
    let huge = ScriptText.forged(text, "\"peakBytes\":10", "\"peakBytes\":9000000000000000000")
    let replay = try ScriptText.replay(huge, in: directory)
    let failure = #expect(throws: DeviceReplay.Failure.self) {
      try replay.pass(of: replay.script.cases[0], sync: .fsync)
    }
    #expect(failure?.description.hasPrefix("'case 0' needs 9000000000000000000 bytes, and ") == true)
    let nowhere = try DeviceReplay(
      script: URL(filePath: try directory.write(text, to: "other.inkio")),
      directory: URL(filePath: directory.path + "/none"))
    let missing = #expect(throws: DeviceReplay.Failure.self) {
      try nowhere.pass(of: nowhere.script.cases[0], sync: .fsync)
    }
    #expect(
      missing?.description == "nothing can be made in '\(directory.path)/none': No such file or directory")
  }

  private func script(_ lengths: [UInt64], _ calls: [FileOperation]) -> OperationScript {
    OperationScript(
      initialLengths: lengths,
      steps: [
        OperationScript.Step(
          phase: "save.autosave", intendedMilliseconds: 0, computeNanoseconds: 0, operations: calls)
      ])
  }
}
