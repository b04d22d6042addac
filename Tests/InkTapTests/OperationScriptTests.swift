import InkModel
import InkTestFixtures
import Testing

@testable import InkTap

/// The script of a recording: the same calls, without contents, call by call on the store.
@Suite struct OperationScriptTests {
  @Test("Calls are sorted into steps, with the files' final roles and first lengths")
  func steps() throws {
    let probe = try RecordedProbe(
      before: "open z @/1.content w,creat\nwrite z 50\nopen l @/1.log w,creat\nwrite l 8",
      """
      mark begun 1 open-document 0
      open l @/1.log rw,append
      mark acknowledged 1 open-document
      mark begun 2 save.autosave 700
      open a @/1.tmp w,creat,excl
      write a 10
      fsync a
      close a
      rename @/1.tmp @/1.content
      open d @/ r,directory
      fsync d
      mark acknowledged 2 save.autosave
      write l 4
      mark begun 3 save.autosave 1400
      try none unlink @/none
      write l 5
      fdatasync l
      ftruncate l 6
      mark failed 3 save.autosave
      """)
    let script = OperationScript(probe.entries)
    #expect(script.steps.map(\.phase) == ["open-document", "save.autosave", "outside", "save.autosave"])
    #expect(script.steps.map(\.intendedMilliseconds) == [0, 700, 700, 1_400])
    // The log, the temporary file, the page that is replaced, the directory.
    #expect(script.initialLengths == [8, 0, 50, 0])
    let plain = script.steps.map { step in
      step.operations.map { operation in
        var operation = operation
        operation.nanoseconds = 0
        return operation
      }
    }
    #expect(plain[0] == [FileOperation(.open, role: .journal, file: 0)])
    #expect(
      plain[1] == [
        FileOperation(.create, role: .page, file: 1),
        FileOperation(.write, role: .page, file: 1, offset: 0, length: 10),
        FileOperation(.sync, role: .page, file: 1),
        FileOperation(.close, role: .page, file: 1),
        FileOperation(.rename, role: .page, file: 1, target: 2),
        FileOperation(.open, role: .other, file: 3),
        FileOperation(.syncDirectory, role: .other, file: 3),
      ])
    #expect(plain[2] == [FileOperation(.write, role: .journal, file: 0, offset: 8, length: 4)])
    #expect(
      plain[3] == [
        FileOperation(.write, role: .journal, file: 0, offset: 12, length: 5),
        FileOperation(.syncData, role: .journal, file: 0),
        FileOperation(.truncate, role: .journal, file: 0, offset: 6),
      ])
    #expect(script.steps[1].operations.allSatisfy { $0.nanoseconds > 0 })
    #expect(script.steps[1].computeNanoseconds > 0)
  }

  @Test("What of a call was not inside its file calls is compute")
  func compute() {
    func mark(_ kind: RecordedMark.Kind, at nanoseconds: UInt64) -> RecordedEntry {
      var mark = RecordedMark(kind, step: 1, phase: "save.autosave")
      mark.nanoseconds = nanoseconds
      return .mark(mark)
    }
    func write(_ nanoseconds: UInt64) -> RecordedEntry {
      .operation(
        RecordedOperation(
          kind: .write, role: .page, number: 1, thread: 1, descriptor: 3, file: 1, flags: 0, statusFlags: 0,
          offset: 0, size: 8, result: 8, error: 0, mode: 0, startNanoseconds: 110, nanoseconds: nanoseconds,
          path: "", targetPath: "", contents: [], isWhole: true, createsFile: false, isNameless: false))
    }
    func compute(_ entries: RecordedEntry...) -> [UInt64] {
      OperationScript(entries).steps.map(\.computeNanoseconds)
    }
    #expect(compute(mark(.begun, at: 100), write(30), mark(.acknowledged, at: 200)) == [70])
    #expect(compute(mark(.begun, at: 100), write(30), write(25), mark(.failed, at: 200)) == [45])
    // Clocks that are read one after the other: never less than nothing.
    #expect(compute(mark(.begun, at: 100), write(101), mark(.acknowledged, at: 200)) == [0])
  }

  @Test("A temporary file that never gets a name stays temporary")
  func temporary() throws {
    let probe = try RecordedProbe("open a @/1.tmp w,creat\nwrite a 10\nunlink @/1.tmp")
    let operations = OperationScript(probe.entries).steps.flatMap(\.operations)
    #expect(operations.map(\.kind) == [.create, .write, .remove])
    #expect(operations.allSatisfy { $0.role == .temporary && $0.file == 0 })
  }
}
