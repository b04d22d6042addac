import Foundation
import InkTap
import InkTestFixtures
import Testing

/// The tap as others see it: strace beside it, and preloaded into another program.
@Suite struct OutsideTests {
  @Test("strace counts the same calls", .enabled(if: Built.tool("strace") != nil))
  func strace() throws {
    let store = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    let calls = ["write", "pwrite64", "fsync", "fdatasync", "rename", "unlink", "ftruncate", "mkdir"]
    let tool = [
      try #require(Built.tool("strace")), "-f", "-c", "-o", outside.path + "/counts",
      "-e", "trace=" + calls.joined(separator: ","),
    ]
    let run = try ProbeRun(
      store, under: tool,
      """
      watch suffix:.content=page suffix:.db=database
      mkdir @/pages
      open a @/pages/1.tmp w,creat
      write a 100
      pwrite a 100 50
      fsync a
      ftruncate a 10
      rename @/pages/1.tmp @/pages/1.content
      try-unlink @/pages/2.content
      sqlite @/notes.db 6
      foundation-atomic @/pages/2.content 1000
      report
      """)
    try #require(run.status == 0)

    let counts = try Self.counts(outside)
    func sum(_ field: String) -> UInt64 { run["store." + field] + run["elsewhere." + field] }
    let written = (counts["write"] ?? 0) + (counts["pwrite64"] ?? 0)
    #expect(sum("writeCalls") == written - 1, "all but the report itself")
    #expect(sum("syncCalls") == (counts["fsync"] ?? 0) + (counts["fdatasync"] ?? 0))
    #expect(sum("renameCalls") == counts["rename"])
    #expect(sum("unlinkCalls") == counts["unlink"])
    #expect(sum("otherCalls") == (counts["ftruncate"] ?? 0) + (counts["mkdir"] ?? 0))
  }

  /// What strace counted, by call.
  private static func counts(_ outside: TemporaryDirectory) throws -> [String: UInt64] {
    var counts: [String: UInt64] = [:]
    for line in String(decoding: try outside.read("counts"), as: UTF8.self).split(separator: "\n") {
      let columns = line.split(separator: " ")
      guard columns.count >= 5, let name = columns.last, let count = UInt64(columns[3]) else { continue }
      counts[String(name)] = count
    }
    return counts
  }

  @Test("strace counts the same calls of SQLite alone", .enabled(if: Built.tool("strace") != nil))
  func straceOfSQLite() throws {
    let store = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    let calls = ["write", "pwrite64", "fsync", "fdatasync", "unlink", "ftruncate", "rename"]
    let tool = [
      try #require(Built.tool("strace")), "-f", "-c", "-o", outside.path + "/counts",
      "-e", "trace=" + calls.joined(separator: ","),
    ]
    let run = try ProbeRun(
      store, under: tool, "watch suffix:.db=database suffix:-wal=wal\nsqlite @/notes.db 40\nreport")
    try #require(run.status == 0)
    let counts = try Self.counts(outside)
    #expect(run["store.writeCalls"] == (counts["pwrite64"] ?? 0) + (counts["write"] ?? 0) - 1)
    #expect(run["store.syncCalls"] == (counts["fsync"] ?? 0) + (counts["fdatasync"] ?? 0))
    #expect(run["store.unlinkCalls"] == counts["unlink"])
    #expect(run["store.otherCalls"] == counts["ftruncate"] ?? 0)
    #expect(run["store.syncCalls"] >= 40)
  }

  private static let program = """
    import sqlite3, sys
    database = sqlite3.connect(sys.argv[1] + "/notes.db")
    database.execute("pragma journal_mode=wal")
    database.execute("pragma synchronous=full")
    database.execute("create table ink(bytes blob)")
    for index in range(20):
      database.execute("insert into ink values(zeroblob(3000))")
      database.commit()
    database.close()
    """

  @Test(
    "strace counts the same calls of a Python program with the tap preloaded",
    .enabled(if: python != nil && Built.tool("strace") != nil))
  func straceOfPython() throws {
    let store = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    let calls = ["write", "pwrite64", "fsync", "fdatasync", "unlink", "ftruncate"]
    let run = try ProbeRun.run(
      [
        try #require(Built.tool("strace")), "-f", "-c", "-o", outside.path + "/counts",
        "-e", "trace=" + calls.joined(separator: ","),
        "-E", "LD_PRELOAD=" + (try Built.path(of: "libinktap.so")), "-E", "INKTAP_STORE=" + store.path,
        "-E", "INKTAP_REPORT=1", try #require(Self.python), "-I", "-B", "-c", Self.program, store.path,
      ])
    try #require(run.status == 0)
    let counts = try Self.counts(outside)
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    func sum(_ calls: KeyPath<Report.Role, UInt64>) -> UInt64 {
      report.roles.reduce(0) { $0 + $1[keyPath: calls] }
    }
    #expect(sum(\.writeCalls) == (counts["write"] ?? 0) + (counts["pwrite64"] ?? 0) - 1, "all but the report")
    #expect(sum(\.syncCalls) == (counts["fsync"] ?? 0) + (counts["fdatasync"] ?? 0))
    #expect(sum(\.syncCalls) >= 20)
    #expect(sum(\.unlinkCalls) == counts["unlink"] ?? 0)
    #expect(report.countedBytes == report.kernelBytes)
  }

  @Test("Preloaded, the tap records what another language's engine writes", .enabled(if: python != nil))
  func recordedOutside() throws {
    let store = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    let run = try ProbeRun.run(
      [try #require(Self.python), "-I", "-B", "-c", Self.program, store.path],
      environment: [
        "LD_PRELOAD": try Built.path(of: "libinktap.so"), "INKTAP_STORE": store.path,
        "INKTAP_RECORD": outside.path + "/log", "INKTAP_RECORD_BYTES": "4000000",
      ])
    #expect(run.status == 0)
    let entries = try Recording(contentsOf: outside.path + "/log").entries()
    let file = entries.compactMap {
      if case .file(let file) = $0, file.path == "/notes.db" { file.number } else { nil }
    }
    var database: [UInt8] = []
    for case .operation(let call) in entries where call.kind == .write && call.file == file.last {
      #expect(call.isWhole && call.contents.count == call.result)
      let end = Int(call.offset) + call.contents.count
      if database.count < end { database += [UInt8](repeating: 0, count: end - database.count) }
      database.replaceSubrange(Int(call.offset)..<end, with: call.contents)
    }
    // The bytes of the log, put where they went, are the file.
    #expect(file.count == 1 && !database.isEmpty)
    #expect(database == (try store.read("notes.db")))
  }

  @Test("A log that can't be made ends the program before it writes anything", .enabled(if: python != nil))
  func unrecordable() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun.run(
      [try #require(Self.python), "-I", "-B", "-c", Self.program, store.path],
      environment: [
        "LD_PRELOAD": try Built.path(of: "libinktap.so"), "INKTAP_STORE": store.path,
        "INKTAP_RECORD": store.path + "/missing/log",
      ])
    #expect(run.status == 74)
    #expect(try ProbeRun.run(["/bin/ls", "-A", store.path]).output == "")
  }

  /// A program with the tap preloaded, its complaints amongst its output, of which descriptor 3 is a copy; a
  /// shell makes way for it.
  private func preloaded(_ environment: [String: String], _ program: String...) throws -> ProbeRun {
    let variables = environment.map { "\($0)=\($1)" }
    return try ProbeRun.run(
      ["/bin/sh", "-c", "exec env \"$@\" 3>&1 2>&1", "sh", "LD_PRELOAD=" + Built.path(of: "libinktap.so")]
        + variables + program)
  }

  @Test("A log that is asked for without a store ends the program before it begins")
  func storeless() throws {
    let outside = try TemporaryDirectory()
    for store in [[:], ["INKTAP_STORE": ""]] {
      let environment = store.merging(["INKTAP_RECORD": outside.path + "/log"]) { $1 }
      let run = try preloaded(environment, "/bin/echo", "written")
      #expect(run.status == 64)
      #expect(run.output == "inktap: INKTAP_STORE is '', and no directory can be watched there\n")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
    #expect(try preloaded(["INKTAP_RECORD": ""], "/bin/echo", "written").output == "written\n")
  }

  @Test("A store that can't come to be ends the program; one that is made later is counted")
  func laterStore() throws {
    let outside = try TemporaryDirectory()
    let deep = outside.path + "/missing/deep"
    let refused = try preloaded(["INKTAP_STORE": deep], "/bin/echo", "written")
    #expect(refused.status == 64)
    #expect(refused.output == "inktap: INKTAP_STORE is '\(deep)', and no directory can be watched there\n")

    let later = outside.path + "/later"
    let run = try preloaded(
      ["INKTAP_STORE": later, "INKTAP_REPORT": "3"], "/bin/mkdir", later, later + "/in")
    #expect(run.status == 0)
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(report.operations == 2)
  }

  @Test("The library to be preloaded lies beside the program")
  func library() throws {
    let program = try Built.path(of: "inkbench")
    #expect(Tap.libraryPath(beside: program) == (try Built.path(of: "libinktap.so")))
    #expect(Tap.libraryPath(beside: "/nowhere/inkbench") == nil)
  }

  private struct Report: Decodable {
    struct Role: Decodable {
      var role: String
      var writtenBytes: UInt64
      var writeCalls: UInt64
      var syncCalls: UInt64
      var unlinkCalls: UInt64
    }
    var version: Int
    var operations: UInt64
    var countedBytes: UInt64
    var kernelBytes: UInt64?
    var roles: [Role]
  }

  @Test("Preloaded into another language, the tap reports its calls at exit", .enabled(if: python != nil))
  func preloaded() throws {
    let store = try TemporaryDirectory()
    let program = """
      import os, sqlite3, subprocess
      file = os.open("\(store.path)/raw", os.O_WRONLY | os.O_CREAT)
      os.write(file, b"x" * 1000)
      os.fsync(file)
      subprocess.run(["/bin/true"], stdout=file, env={})
      os.close(file)
      database = sqlite3.connect("\(store.path)/notes.db")
      database.execute("pragma journal_mode=wal")
      database.execute("pragma synchronous=full")
      database.execute("create table ink(bytes blob)")
      database.execute("insert into ink values(zeroblob(10000))")
      database.commit()
      print(os.path.getsize("\(store.path)/notes.db-wal"), flush=True)
      """
    let run = try ProbeRun.run(
      [try #require(Self.python), "-I", "-B", "-c", program],
      environment: [
        "LD_PRELOAD": try Built.path(of: "libinktap.so"), "INKTAP_STORE": store.path, "INKTAP_REPORT": "1",
      ])
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == 2)
    let logBytes = try #require(UInt64(lines[0]))
    let report = try JSONDecoder().decode(Report.self, from: Data(lines[1].utf8))
    #expect(report.version == 1)
    #expect(report.operations > 5)
    #expect(report.countedBytes == report.kernelBytes)
    let inside = report.roles.filter { $0.role != "elsewhere" }
    let written = inside.reduce(0) { $0 + $1.writtenBytes }
    #expect(written > 1000 + logBytes, "the file, the log, and the database")
    #expect(inside.reduce(0) { $0 + $1.syncCalls } >= 3)
    let elsewhere = report.roles.filter { $0.role == "elsewhere" }
    // A child that redirects its output before it becomes another program must not redirect ours.
    #expect(elsewhere.map(\.writtenBytes) == [UInt64(lines[0].utf8.count + 1)], "what was printed")
  }

  private static let python = Built.tool("python3")
}
