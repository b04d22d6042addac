import InkCrash
import InkModel
import InkTap
import Testing

/// How recorded calls become operations, and which can't.
@Suite struct ModelTests {
  private let base = StoreImage(
    directories: ["pages"],
    files: [
      .init(path: "a", bytes: bytes("AAAA")), .init(path: "pages/1", bytes: bytes("one")),
    ])

  private func changes(_ log: LogBuilder) throws -> [MicroOperation.Change] {
    try log.model().operations.map(\.change)
  }

  @Test("A write is cut at the blocks of the file, each with the growth that it brings")
  func blocks() throws {
    var log = LogBuilder(base: base)
    let content = [UInt8](repeating: 7, count: 5_000)
    log.write("a", content, at: 4_000)
    let operations = try log.model().operations
    let shapes = operations.map { operation -> [Int] in
      switch operation.change {
      case .write(_, let offset, let bytes, let freshFrom): [offset, bytes.count, freshFrom]
      case .size(_, let old, let new): [old, new]
      default: []
      }
    }
    #expect(
      shapes == [
        [4_000, 96, 4], [4, 4_096], [4_096, 4_096, 4], [4_096, 8_192], [8_192, 808, 4], [8_192, 9_000],
      ])
    #expect(operations.map(\.operation) == [1, 1, 1, 1, 1, 1])
  }

  @Test("Calls that failed change nothing, and neither do reads and closes")
  func nothing() throws {
    var log = LogBuilder(base: base)
    log.call(.write, file: log.number("a")) { ($0.result, $0.error) = (-1, 28) }
    log.call(.rename, file: log.number("a")) {
      ($0.path, $0.targetPath, $0.result, $0.error) = ("/a", "/b", -1, 2)
    }
    log.call(.read, file: log.number("a")) { $0.result = 4 }
    log.call(.close, file: log.number("a"))
    log.call(.allocate, file: log.number("a")) { ($0.offset, $0.size, $0.flags) = (0, 4_096, 1) }
    #expect(try changes(log).isEmpty)
  }

  @Test("Space that is set aside within the length grows the file, an emptying open shrinks it")
  func lengths() throws {
    var log = LogBuilder(base: base)
    log.call(.allocate, file: log.number("a")) { ($0.offset, $0.size) = (2, 10) }
    log.call(.open, file: log.number("a")) { ($0.flags, $0.path, $0.result) = (0o1_000, "/a", 3) }
    let outcomes = try log.model().outcomes(profile("data-journal"))
    #expect(
      outcomes == [
        "a=AAAA pages/ pages/1=one", "a=AAAA[8×0] pages/ pages/1=one", "a= pages/ pages/1=one",
      ])
  }

  @Test("A file is the one that its path led to when it was first met, whatever the path leads to later")
  func binding() throws {
    var log = LogBuilder(base: base)
    log.rename("a", "b")
    log.create("a")
    log.write("b", bytes("x"), at: 0)
    log.write("a", bytes("y"), at: 0)
    #expect(
      try log.model().outcomes(profile("process-crash")).contains("a=y b=xAAA pages/ pages/1=one"))
  }

  @Test("A directory that is moved takes along what it holds, and one that is not kept hides it")
  func directories() throws {
    var log = LogBuilder(base: base)
    log.makeDirectory("new")
    log.rename("pages/1", "new/1")
    log.rename("new", "moved")
    #expect(
      try log.model().outcomes(profile("posix-strict")) == [
        "a=AAAA pages/ pages/1=one", "a=AAAA new/ pages/ pages/1=one", "a=AAAA moved/ pages/ pages/1=one",
        "a=AAAA pages/", "a=AAAA new/ new/1=one pages/", "a=AAAA moved/ moved/1=one pages/",
      ])
  }

  @Test("A call that had not returned comes last, and may be found or not")
  func unfinished() throws {
    var log = LogBuilder(base: base)
    log.call(.rename, file: log.number("a")) {
      ($0.path, $0.targetPath, $0.isWhole) = ("/a", "/b", false)
    }
    log.write("a", bytes("x"), at: 0)
    #expect(
      try log.model().outcomes(profile("process-crash")) == [
        "a=AAAA pages/ pages/1=one", "a=xAAA pages/ pages/1=one", "b=xAAA pages/ pages/1=one",
      ])
  }

  @Test("What can't be modelled is refused by a sentence that names the operation")
  func refusals() {
    func error(_ change: (inout LogBuilder) -> Void) -> CrashModelError? {
      var log = LogBuilder(base: base)
      change(&log)
      do { _ = try log.model() } catch { return error as? CrashModelError }
      return nil
    }
    #expect(
      error { log in log.call(.write, file: log.number("a")) { $0.result = 4 } }
        == .writeWithoutContents(operation: 1))
    #expect(error { log in log.call(.clone, file: log.number("a")) } == .clone(operation: 1))
    #expect(error { log in log.call(.symlink, file: nil) } == .symbolicLink(operation: 1))
    #expect(error { log in log.call(.syncMapping, file: nil) } == .mapping(operation: 1))
    #expect(
      error { log in log.call(.syncMapping, file: nil) { $0.role = .sharedMemory } } == nil)
    #expect(
      error { log in log.call(.remove, file: nil) { $0.path = "/none" } }
        == .unknownFile(path: "/none", operation: 1))
    #expect(
      error { log in
        log.call(.rename, file: log.number("a")) { ($0.path, $0.targetPath, $0.flags) = ("/a", "/b", 2) }
      } == .exchangedNames(operation: 1))
    #expect(
      error { log in log.call(.rename, file: log.number("a")) { $0.path = "/a" } }
        == .movedAcrossEdge(path: "/a", operation: 1))
    #expect(
      error { log in log.call(.allocate, file: log.number("a")) { $0.flags = 3 } }
        == .allocation(mode: 3, operation: 1))
    #expect(
      error { log in log.call(.truncate, file: log.number("a")) { $0.offset = 1 << 40 } }
        == .tooLarge(byteCount: 1 << 40, operation: 1))
    #expect("\(CrashModelError.clone(operation: 7))".contains("operation 7"))
  }
}
