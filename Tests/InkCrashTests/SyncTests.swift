import InkCrash
import InkModel
import InkReplay
import InkTap
import Testing

/// What syncs force, E4, and what failed ones do.
@Suite struct SyncTests {
  private func states(after mark: Int, _ log: LogBuilder, _ name: String) throws -> Set<String> {
    try log.model().outcomes(profile(name) { $0.unwrittenBytes = [.zeros] }) {
      $0.progress.acknowledgedStep == mark
    }
  }

  /// Creates, writes, syncs, and a change of another file before that.
  private func created(sync: String) -> LogBuilder {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: bytes("A"))]))
    log.rename("a", "b")
    log.create("n")
    log.write("n", bytes("N"))
    log.sync(sync)
    log.acknowledge(1)
    return log
  }

  @Test("A sync of a new file forces its bytes, its names or all names before, by the scope")
  func scopes() throws {
    let log = created(sync: "n")
    #expect(try states(after: 1, log, "posix-strict") == ["a=A", "b=A", "a=A n=N", "b=A n=N"])
    #expect(try states(after: 1, log, "btrfs") == ["a=A n=N", "b=A n=N"])
    #expect(try states(after: 1, log, "ext4-ordered") == ["b=A n=N"])
    #expect(try states(after: 1, log, "xfs") == ["b=A n=N"])
    #expect(try states(after: 1, log, "data-journal") == ["b=A n=N"])
    #expect(try states(after: 1, log, "apfs-full") == ["b=A n=N"])
    #expect(try states(after: 1, log, "process-crash") == ["b=A n=N"])
    #expect(
      try states(after: 1, log, "apfs-fsync") == ["a=A", "b=A", "b=A n=", "b=A n=N", "b=A n=[1×0]"])
  }

  @Test("A sync of a directory forces its names and no bytes")
  func directories() throws {
    let log = created(sync: "")
    #expect(try states(after: 1, log, "posix-strict") == ["b=A n=", "b=A n=N", "b=A n=[1×0]"])
    #expect(try states(after: 1, log, "xfs") == ["b=A n=", "b=A n=N"])
    #expect(try states(after: 1, log, "ext4-ordered") == ["b=A n=", "b=A n=N", "b=A n=[1×0]"])
  }

  // The system may have committed the file's change by itself since: found by calibrating.
  @Test("A journal commits what came before a file's own change, and not for sure what came behind it")
  func laterChanges() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "b", bytes: bytes("B"))]))
    log.create("n")
    log.rename("b", "c")
    log.sync("n")
    log.acknowledge(1)
    for name in ["ext4-ordered", "xfs", "data-journal"] {
      #expect(try states(after: 1, log, name) == ["b=B n=", "c=B n="], "\(name)")
    }
    log.write("n", bytes("N"))
    log.sync("n")
    log.acknowledge(2)
    #expect(try states(after: 2, log, "ext4-ordered") == ["c=B n=N"])
  }

  @Test("A journal commits for a file that has changes of its own, and not for bytes written in place")
  func pureOverwrite() throws {
    var log = LogBuilder(
      base: StoreImage(files: [.init(path: "a", bytes: bytes("A")), .init(path: "b", bytes: bytes("B"))]))
    log.rename("b", "c")
    log.write("a", bytes("x"), at: 0)
    log.sync("a")
    log.acknowledge(1)
    #expect(try states(after: 1, log, "ext4-ordered") == ["a=x b=B", "a=x c=B"])
    log.write("a", bytes("y"))
    log.sync("a")
    log.acknowledge(2)
    #expect(try states(after: 2, log, "ext4-ordered") == ["a=xy c=B"])
  }

  @Test("A descriptor that syncs each write forces it as a sync would")
  func synchronousWrites() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: bytes("A"))]))
    log.write("a", bytes("x"), at: 0, statusFlags: 0o10_000)
    log.acknowledge(1)
    #expect(try states(after: 1, log, "posix-strict") == ["a=x"])
  }

  @Test("A sync of everything forces everything")
  func syncOfAll() throws {
    var log = created(sync: "none")
    log.call(.syncAll, file: nil)
    log.acknowledge(2)
    #expect(try states(after: 2, log, "posix-strict") == ["b=A n=N"])
  }

  @Test("Starting write-back and closing a file force nothing")
  func nothingForced() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: bytes("A"))]))
    log.write("a", bytes("x"), at: 0)
    log.call(.syncRange, file: log.number("a"))
    log.call(.close, file: log.number("a"))
    log.acknowledge(1)
    #expect(try states(after: 1, log, "posix-strict") == ["a=A", "a=x"])
  }

  @Test("A failed sync of a directory dooms its names, and one that succeeds later does not help")
  func failedDirectorySync() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: bytes("A"))]))
    log.rename("a", "b")
    log.sync("", fails: true)
    log.sync("")
    log.acknowledge(1)
    #expect(try states(after: 1, log, "posix-strict") == ["a=A", "b=A"])
    log.rename("b", "c")
    log.sync("")
    log.acknowledge(2)
    #expect(try states(after: 2, log, "posix-strict") == ["a=A c=A", "c=A"])
  }

  @Test("After a sync that failed, no later sync forces the bytes, and either may be found")
  func failedSync() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: bytes("A"))]))
    log.write("a", bytes("x"))
    log.sync("a", fails: true)
    log.sync("a")
    log.acknowledge(1)
    for name in ["posix-strict", "ext4-ordered", "xfs", "btrfs"] {
      #expect(try states(after: 1, log, name) == ["a=A[1×0]", "a=Ax"], "\(name)")
    }
    #expect(try states(after: 1, log, "process-crash") == ["a=Ax"])
    // What is written anew is forced as ever.
    log.write("a", bytes("y"), at: 1)
    log.sync("a")
    log.acknowledge(2)
    #expect(try states(after: 2, log, "ext4-ordered") == ["a=Ay"])
  }

  @Test("A crash comes before each sync that forces something, before each acknowledgement, and at the end")
  func epochs() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: bytes("A"))]))
    log.begin(1)
    log.write("a", bytes("x"), at: 0)
    log.sync("a")
    log.sync("a")
    log.acknowledge(1)
    log.begin(2)
    log.write("a", bytes("y"), at: 0)
    let states = try log.model().states(profile("posix-strict"))
    let progress = states.map { [$0.epoch, $0.progress.acknowledgedStep, $0.progress.begunStep] }
    #expect(Set(progress) == [[0, 0, 1], [1, 0, 1], [2, 1, 2]])
    let outcomes = try (0...2).map { epoch in
      try log.model().outcomes(profile("posix-strict")) { $0.epoch == epoch }
    }
    #expect(outcomes == [["a=A", "a=x"], ["a=x"], ["a=x", "a=y"]])
  }
}
