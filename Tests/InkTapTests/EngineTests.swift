import InkTestFixtures
import Testing

/// Callers in other libraries are counted: Foundation and SQLite.
@Suite struct EngineTests {
  @Test("Foundation's atomic writing counts for the file that it replaces")
  func foundationAtomic() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store, "watch suffix:.content=page\nfoundation-atomic @/1.content 50000\nreport\nbalance")
    #expect(run["page.writtenBytes"] == 50_000)
    #expect(run["page.syncCalls"] == 1)
    #expect(run["page.renameCalls"] == 1)
    #expect(run["temporary.writtenBytes"] == 0)
    #expect(run["counted"] == run["kernel"])
  }

  @Test("Foundation's copying of a file is counted")
  func foundationCopy() throws {
    let store = try TemporaryDirectory()
    _ = try store.write([UInt8](repeating: 1, count: 10_000), to: "1.content")
    let run = try ProbeRun(
      store,
      "watch suffix:.content=page suffix:.log=journal\nfoundation-copy @/1.content @/1.log\nreport\nbalance")
    #expect(run["journal.writtenBytes"] == 10_000)
    #expect(run["page.readBytes"] == 10_000)
    #expect(run["counted"] == run["kernel"])
  }

  @Test("A database in WAL mode is counted, file by file")
  func sqlite() throws {
    let store = try TemporaryDirectory()
    let rows = 8
    let run = try ProbeRun(
      store,
      """
      watch suffix:.db=database suffix:-wal=wal suffix:-shm=shared-memory suffix:-journal=journal
      sqlite @/notes.db \(rows)
      report
      balance
      bypasses
      """)
    #expect(run.status == 0)
    #expect(run["wal.writtenBytes"] == run["wal-length"], "each frame was written once")
    #expect(run["wal.writtenBytes"] > UInt64(rows * 4_096))
    #expect(run["wal.syncCalls"] >= UInt64(rows), "a sync each transaction")
    #expect(run["wal.unlinkCalls"] == 1, "the log goes when the database closes")
    #expect(run["database.writtenBytes"] >= run["database-length"], "the checkpoint wrote each page")
    #expect(run["database.syncCalls"] >= 1)
    #expect(run["temporary.writeCalls"] == 0)
    #expect(run["elsewhere.writtenBytes"] == 0)
    #expect(run["counted"] == run["kernel"])
    #expect(run.bypasses.isEmpty, "its shared memory is mapped and allowed")
  }
}
