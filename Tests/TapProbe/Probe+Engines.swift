internal import CSQLite
internal import Dispatch
internal import FoundationEssentials
internal import Glibc

/// Steps that leave the calls to somebody else.
extension Probe {
  static var engineSteps: [String: Step] {
    [
      "foundation-atomic": { probe, words in
        let data = Data(try probe.bytes(words[1]))
        try data.write(to: URL(filePath: probe.path(words[0])), options: .atomic)
      },
      "foundation-copy": { probe, words in
        try FileManager.default.copyItem(atPath: probe.path(words[0]), toPath: probe.path(words[1]))
      },
      "sqlite": { probe, words in
        try probe.writeDatabase(at: probe.path(words[0]), rows: probe.number(words[1]))
      },
      "threads": { probe, words in
        let (threads, writes) = (try probe.number(words[0]), try probe.number(words[1]))
        let bytes = try probe.bytes(words[2])
        let store = probe.store
        DispatchQueue.concurrentPerform(iterations: threads) { index in
          let file = unsafe open("\(store)/\(index).thread", O_WRONLY | O_CREAT, 0o644)
          for _ in 0..<writes { _ = unsafe write(file, bytes, bytes.count) }
          close(file)
        }
      },
      "fork": { probe, words in
        let expected = try probe.number(words[2])
        let child = fork()
        guard child == 0 else {
          var status: Int32 = 0
          try probe.check(unsafe waitpid(child, &status, 0))
          return
        }
        let bytes = try probe.bytes(words[1])
        let written = unsafe write(try probe.descriptor(words[0]), bytes, bytes.count)
        let counted = probeStoreBytes()
        probe.report("child", counted)
        _exit(written == bytes.count && counted == UInt64(expected) ? 0 : 1)
      },
    ]
  }

  /// A database in WAL mode, one row a transaction, each synced.
  private func writeDatabase(at path: String, rows: Int) throws {
    var database: OpaquePointer?
    guard unsafe sqlite3_open(path, &database) == SQLITE_OK else { throw Failure(description: "can't open") }
    var statements = ["pragma journal_mode=wal", "pragma synchronous=full", "create table ink(bytes blob)"]
    statements += (0..<rows).map { _ in "insert into ink values(randomblob(1000))" }
    for statement in statements {
      guard unsafe sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK else {
        throw Failure(description: statement)
      }
    }
    var (walBytes, databaseBytes) = (stat(), stat())
    try check(unsafe stat(path + "-wal", &walBytes))
    report("wal-length", walBytes.st_size)
    guard unsafe sqlite3_close(database) == SQLITE_OK else { throw Failure(description: "can't close") }
    try check(unsafe stat(path, &databaseBytes))
    report("database-length", databaseBytes.st_size)
  }
}
