import Foundation
import InkDevice
import InkModel
import InkReport
import InkTestFixtures
import Testing

/// The script file: what the command line writes is what an app reads, and nothing else is read.
@Suite("The script of a run") struct OperationFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory.inMemory() }

  @Test("What was exported is read back call by call", arguments: 0..<10 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let scripts = (0..<3).map { RandomScript(seed: seed * 3 + $0, callCount: 120).script }
    let read = try ScriptText.replay(ScriptText.exported(scripts), in: directory).script
    #expect(read.kernelBytesPerSecond == 1e9)
    #expect(read.cases.map(\.name) == ["case 0", "case 1", "case 2"])
    for (script, read) in zip(scripts, read.cases) {
      #expect(read.files.map { UInt64($0.initialLength) } == script.initialLengths)
      #expect(read.steps.map(\.phase) == script.steps.map(\.phase))
      #expect(read.steps.map { UInt64($0.intendedMilliseconds) } == script.steps.map(\.intendedMilliseconds))
      #expect(read.steps.map(\.calls.count) == script.steps.map(\.operations.count))
      let calls = read.calls.map { call in
        FileOperation(
          FileOperation.Kind(rawValue: call.kind.rawValue) ?? .other, role: .page, file: call.file,
          target: call.target < 0 ? nil : call.target, offset: UInt64(call.offset),
          length: UInt64(call.length),
          nanoseconds: UInt64(call.recordedNanoseconds))
      }
      #expect(calls == script.steps.flatMap(\.operations))
    }
  }

  @Test("A run without calls is a script without calls")
  func empty() throws {
    let none = OperationScript(initialLengths: [], steps: [])
    let read = try ScriptText.replay(ScriptText.exported([none]), in: directory)
    #expect(read.script.cases.map(\.calls.count) == [0])
    #expect(try read.pass(of: read.script.cases[0], sync: .fsync).nanoseconds.isEmpty)
    #expect(try ScriptText.replay(ScriptText.exported([]), in: directory).script.cases.isEmpty)
  }

  @Test("A text that was cut off is refused, wherever the cut is")
  func truncated() throws {
    let text = ScriptText.exported([RandomScript(seed: 1, callCount: 60).script])
    for part in 0..<100 {
      let refusal = try ScriptText.refusal(of: Array(text.prefix(text.count * part / 100)), in: directory)
      #expect(
        refusal == "saves.inkio: it is cut off or damaged; export it again"
          || refusal == "saves.inkio: this is no script of 'inkbench device export'", "\(part) %")
    }
    #expect(try ScriptText.refusal(of: text.dropLast(), in: directory) != nil)
  }

  @Test("A text with one changed byte is refused, whichever it is")
  func flipped() throws {
    let text = ScriptText.exported([RandomScript(seed: 2, callCount: 20).script])
    for place in text.indices {
      var damaged = text
      damaged[place] ^= 1
      #expect(try ScriptText.refusal(of: damaged, in: directory) != nil, "byte \(place)")
    }
  }

  @Test("Another version is refused by its name")
  func version() throws {
    let text = ScriptText.exported([])
    #expect(
      try ScriptText.refusal(of: ScriptText.forged(text, "script/1", "script/2"), in: directory)
        == "saves.inkio: its version is 'inkbench-script/2', and 'inkbench-script/1' is read here")
    #expect(OperationFile.schema == OperationExport.schema)
  }

  @Test(
    "Numbers that can't be are refused, even where the hash is right",
    arguments: [
      ("0,0,0,-1,4096,512", "0,0,0,-1,-1,512"), ("0,0,0,-1,4096,512", "0,0,0,-1,4096,-1"),
      ("0,0,0,-1,4096,512", "0,0,0,-1,68719476737,512"), ("0,0,0,-1,4096,512", "0,0,0,-1,4096,268435457"),
      ("0,0,0,-1,4096,512", "0,0,0,-1,4096,99999999999999999999"), ("0,0,0,-1,4096,512", "0,0,7,-1,4096,512"),
      ("0,0,0,-1,4096,512", "0,0,0,7,4096,512"), ("0,0,0,-1,4096,512", "0,0,-1,-1,4096,512"),
      ("0,0,0,-1,4096,512", "99,0,0,-1,4096,512"), ("0,0,0,-1,4096,512", "0,0,0,-1,4096"),
      ("[0,5,9", "[1,5,9"), ("[0,5,9", "[0,-5,9"), ("\"write\"", "\"scribble\""),
      ("[0,1,8,4608]", "[0,1,-8,4608]"),
      ("[0,1,8,4608]", "[0,1,68719476737,4608]"), ("[0,1,8,4608]", "[0,1]"),
      ("\"stepCount\":1", "\"stepCount\":2"),
      ("\"callCount\":1", "\"callCount\":2"), ("\"caseCount\":1", "\"caseCount\":0"),
    ])
  func impossible(old: String, new: String) throws {
    let write = FileOperation(.write, role: .page, file: 0, offset: 4_096, length: 512, nanoseconds: 3)
    let step = OperationScript.Step(
      phase: "idle", intendedMilliseconds: 5, computeNanoseconds: 9, operations: [write])
    let text = ScriptText.exported([OperationScript(initialLengths: [8], steps: [step])])
    let index = String(FileOperation.Kind.allCases.firstIndex(of: .write) ?? 0)
    let (old, new) = (old.replacing(/^0,0/, with: index + ",0"), new.replacing(/^0,/, with: index + ","))
    let forged = ScriptText.forged(text, old, new)
    #expect(forged != text, "\(old) is not in it")
    let refusal = try ScriptText.refusal(of: forged, in: directory)
    #expect(refusal?.hasPrefix("saves.inkio: ") == true)
  }

  @Test("A file that is not there, and one that is something else, are refused")
  func noScript() throws {
    #expect(throws: DeviceReplay.Failure.self) {
      try DeviceReplay(script: URL(filePath: directory.path + "/none"), directory: URL(filePath: "/"))
    }
    for text in ["", "\n", "{}", "{\"schema\":\"inkbench-report/2\"}\n"] {
      #expect(
        try ScriptText.refusal(of: Array(text.utf8), in: directory)
          == "saves.inkio: this is no script of 'inkbench device export'")
    }
  }
}
