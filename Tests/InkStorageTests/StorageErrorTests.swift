import Glibc
import InkModel
import InkStorage
import InkTestFixtures
import Testing

@Suite("Storage errors") struct StorageErrorTests {
  @Test("Each error is one sentence that says what, where and what to do")
  func sentences() {
    let sentences: [(StorageError, String)] = [
      (
        .system(operation: "open", path: "/a", code: EACCES),
        "could not open '/a': Permission denied (errno 13)"
      ),
      (
        .system(operation: "write", path: "/a", code: ENOSPC),
        "could not write '/a' because the disk is full; free some space and save again"
      ),
      (
        .engine(name: "sqlite", code: 13, message: "x"),
        "sqlite found the disk full; free some space and save again"
      ),
      (
        .engine(name: "sqlite", code: 10, message: "disk I/O error"),
        "sqlite failed: disk I/O error (code 10)"
      ),
      (
        .damaged(path: "/a", reason: "it is gone"),
        "'/a' is damaged: it is gone; it was left as it is, restore it from a backup"
      ),
      (
        .unsupportedVersion(path: "/a", found: 3, newestKnown: 1),
        "'/a' has format version 3, this program reads up to 1; use a newer program"
      ),
      (
        .unsupportedVersion(path: "/a", found: 1, newestKnown: 2),
        "'/a' has format version 1, older than the version 2 that this program reads; "
          + "it was left as it is, open it with the program that wrote it"
      ),
      (
        .damaged(path: "/a", reason: "its title is 'b\n\u{1B}[2J'"),
        #"'/a' is damaged: its title is 'b\n\u{1B}[2J'; it was left as it is, restore it from a backup"#
      ),
      (.engine(name: "sqlite", code: 11, message: "\r"), #"sqlite failed: \r (code 11)"#),
      (.locked(path: "/a"), "'/a' is in use by another process; close it there first"),
      (.missing("page 1"), "the store has no page 1"),
      (
        .readOnlyPage(PageID(rawValue: 1)),
        "page 0000000000000001 is damaged and open for reading only; restore its file before saving it"
      ),
      (.misuse("no document is open"), "the call does not fit the store: no document is open"),
    ]
    for (error, sentence) in sentences { #expect(error.description == sentence) }
  }

  @Test("A full disk is told from other failures")
  func fullDisk() {
    #expect(StorageError.system(operation: "write", path: "/a", code: ENOSPC).isDiskFull)
    #expect(StorageError.system(operation: "write", path: "/a", code: EDQUOT).isDiskFull)
    #expect(!StorageError.system(operation: "write", path: "/a", code: EIO).isDiskFull)
    #expect(StorageError.engine(name: "sqlite", code: 13 | 5 << 8, message: "").isDiskFull)
    #expect(!StorageError.engine(name: "other", code: 13, message: "").isDiskFull)
  }

  @Test("A store is locked while a backend lives, and free when it is released")
  func lock() throws {
    for name in ["snapshot", "journal", "sqlite"] {
      let directory = try TemporaryDirectory()
      let type = try #require(BuiltInBackends.named(name))
      let environment = StoreEnvironment(
        directory: directory.path, durability: .processCrash, codec: BuiltInCodecs.all[0])
      do {
        let first = try type.init(environment)
        #expect(throws: StorageError.locked(path: directory.path + "/lock")) { try type.init(environment) }
        extendLifetime(first)
      }
      _ = try type.init(environment)
    }
  }
}
