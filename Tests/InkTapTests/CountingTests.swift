import InkTestFixtures
import Testing

/// Known sequences of calls give known counts; each runs in a process of its own.
@Suite struct CountingTests {
  @Test("Every kind of call on a file is counted for its role")
  func kinds() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page suffix:.log=journal
      mkdir @/pages
      open a @/pages/1.content rw,creat
      write a 1000
      pwrite a 200 5000
      writev a 30 40 50
      raw-write a 7
      pread a 600 0
      fsync a
      fdatasync a
      ftruncate a 100
      close a
      truncate @/pages/1.content 50
      creat b @/1.log
      write b 11
      rename @/1.log @/2.log
      link @/2.log @/3.log
      symlink @/2.log @/4.log
      unlink @/3.log
      try-unlink @/5.log
      remove @/4.log
      mkdir @/empty
      rmdir @/empty
      report
      """)
    #expect(run.status == 0)
    #expect(run["page.writtenBytes"] == 1000 + 200 + 120 + 7)
    #expect(run["page.writeCalls"] == 4)
    #expect(run["page.readBytes"] == 600)
    #expect(run["page.readCalls"] == 1)
    #expect(run["page.syncCalls"] == 2)
    #expect(run["page.openCalls"] == 1)
    #expect(run["page.otherCalls"] == 2, "two truncations")
    #expect(run["journal.writtenBytes"] == 11)
    #expect(run["journal.openCalls"] == 1)
    #expect(run["journal.renameCalls"] == 1)
    #expect(run["journal.otherCalls"] == 2, "a link and a symbolic link")
    #expect(run["journal.unlinkCalls"] == 3, "one of which failed")
    #expect(run["other.otherCalls"] == 3, "two directories made and one removed")
    #expect(run["page.fileNanoseconds"] > 0)
    #expect(run["page.syncNanoseconds"] > 0)
    #expect(run["journal.syncNanoseconds"] == 0)
    #expect(run["operations"] == 20, "all but the read and the closing")
  }

  @Test("The store's sum is that of its roles, and leaves out what happens elsewhere")
  func sums() throws {
    let store = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page suffix:.jpg=asset
      open a @/1.content w,creat
      write a 100
      open b @/1.jpg w,creat
      write b 20
      open c \(outside.path)/1.content w,creat
      write c 3
      report
      """)
    #expect(run["store.writtenBytes"] == 120)
    #expect(run["store.openCalls"] == 2)
    #expect(run["elsewhere.writtenBytes"] == 3)
    #expect(run["operations"] == 4)
    for key in run.values.keys where key.hasPrefix("store.") {
      #expect(run[key] == run["sum." + key.dropFirst("store.".count)])
    }
  }

  @Test("The first rule that fits decides, by the path below the store")
  func rules() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:/document.json=document anywhere:/pages/=page suffix:.json=manifest
      mkdir @/pages
      open a @/document.json w,creat
      write a 1
      open b @/pages/manifest.json w,creat
      write b 2
      open c @/other.json w,creat
      write c 4
      report
      """)
    #expect(run["document.writtenBytes"] == 1)
    #expect(run["page.writtenBytes"] == 2)
    #expect(run["manifest.writtenBytes"] == 4)
  }

  @Test("A directory that is synced counts as other, or as a rule says")
  func directories() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:/pages=page
      mkdir @/pages
      open a @ r,directory
      fsync a
      open b @/pages r,directory
      fsync b
      report
      """)
    #expect(run["other.syncCalls"] == 1)
    #expect(run["page.syncCalls"] == 1)
    #expect(run["operations"] == 3, "the directory and the two syncs")
  }

  @Test("Threads that write at once lose no count")
  func threads() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(store, "watch suffix:.thread=page\nthreads 4 100000 1\nreport\nbalance")
    #expect(run["page.writeCalls"] == 400_000)
    #expect(run["page.writtenBytes"] == 400_000)
    #expect(run["page.openCalls"] == 4)
    #expect(run["operations"] == 400_004)
    #expect(run["counted"] == run["kernel"])
  }

  @Test("Watching again forgets what was counted")
  func watchedTwice() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      open a @/1.content w,creat
      write a 100
      watch suffix:.content=journal
      write a 20
      report
      balance
      """)
    #expect(run["page.writtenBytes"] == 0)
    #expect(run["journal.writtenBytes"] == 20)
    #expect(run["operations"] == 1)
    #expect(run["counted"] == 120, "the balance keeps everything")
  }
}
