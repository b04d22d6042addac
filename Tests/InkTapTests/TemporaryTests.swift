import InkTestFixtures
import Testing

/// A temporary file's counts go to what it becomes.
@Suite struct TemporaryTests {
  @Test("A file without a role takes its counts to the role of its new name")
  func renamed() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      open a @/1.content.tmp-1 w,creat,excl
      write a 1000
      fsync a
      rename @/1.content.tmp-1 @/1.content
      write a 5
      report
      """)
    #expect(run["page.writtenBytes"] == 1005, "the open descriptor follows")
    #expect(run["page.writeCalls"] == 2)
    #expect(run["page.openCalls"] == 1)
    #expect(run["page.syncCalls"] == 1)
    #expect(run["page.renameCalls"] == 1)
    #expect(run["page.syncNanoseconds"] > 0)
    #expect(run.values.keys.allSatisfy { !$0.hasPrefix("temporary.") })
  }

  @Test("What is never renamed stays temporary")
  func neverRenamed() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      open a @/1.content.tmp w,creat
      write a 10
      open b @/2.content.tmp w,creat
      write b 20
      unlink @/2.content.tmp
      open c @/2.content.tmp w,creat
      write c 40
      rename @/2.content.tmp @/2.content
      report
      """)
    #expect(run["temporary.writtenBytes"] == 30)
    #expect(run["temporary.unlinkCalls"] == 1)
    #expect(run["page.writtenBytes"] == 40, "only what was written to the file that was renamed")
    #expect(run["store.writtenBytes"] == 70)
  }

  @Test("A rule may call names temporary, and a rename through such names is followed")
  func byRule() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.tmp=temporary anywhere:/assets/=asset suffix:.json=manifest
      mkdir @/assets
      open a @/assets/1.tmp w,creat
      write a 3
      rename @/assets/1.tmp @/assets/2.tmp
      report
      rename @/assets/2.tmp @/assets/2.jpg
      report
      """)
    #expect(run.output.contains("temporary.writtenBytes 3\n"))
    #expect(run["asset.writtenBytes"] == 3)
    #expect(run["asset.renameCalls"] == 2)
  }

  @Test("A name that is used again and again is a new file each time")
  func reused() throws {
    let store = try TemporaryDirectory()
    let save = """
      open a @/save.tmp w,creat,trunc
      write a 100
      close a
      rename @/save.tmp @/1.content

      """
    let other = save.replacing("1.content", with: "document.json")
    let run = try ProbeRun(
      store,
      "watch suffix:.content=page suffix:document.json=document\n" + save + other + save + "report")
    #expect(run["page.writtenBytes"] == 200)
    #expect(run["document.writtenBytes"] == 100)
    #expect(run["page.openCalls"] == 2)
  }

  @Test("A link gives a temporary file its role as a rename does")
  func linked() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page suffix:.log=journal
      open a @/1.tmp w,creat
      write a 10
      link @/1.tmp @/1.content
      unlink @/1.tmp
      open b @ rw,tmpfile
      write b 7
      link-descriptor b @/1.log
      report
      """)
    #expect(run["page.writtenBytes"] == 10)
    #expect(run["page.otherCalls"] == 1)
    #expect(run["journal.writtenBytes"] == 7)
    #expect(run["temporary.writtenBytes"] == 0)
    #expect(run["other.unlinkCalls"] == 1, "the old name is that of no file which is still temporary")
  }

  @Test("A file made by mkstemp inside of libc is seen")
  func mkstemp() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store, "watch suffix:.content=page\nmkstemp a @/x-XXXXXX @/1.content\nwrite a 12\nreport")
    #expect(run["page.writtenBytes"] == 12)
    #expect(run["page.openCalls"] == 1)
    #expect(run["operations"] == 3)
  }

  @Test("More temporary files than there is room for are counted still, and it is said")
  func tooMany() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      open-many @/tmp- 4098
      rename @/tmp-0 @/0.content
      rename @/tmp-4097 @/4097.content
      report
      bypasses
      """)
    #expect(run["page.writtenBytes"] == 1)
    #expect(run["temporary.writtenBytes"] == 4_097)
    #expect(run.bypasses.count == 1)
    #expect(run.bypasses.first?.hasPrefix("More than 4,096 temporary files") == true)
  }

  @Test("A file that was there before, and has no role, is other")
  func existing() throws {
    let store = try TemporaryDirectory()
    _ = try store.write([1, 2, 3], to: "lock")
    let run = try ProbeRun(store, "watch suffix:.content=page\nopen a @/lock rw\nwrite a 8\nreport")
    #expect(run["other.writtenBytes"] == 8)
    #expect(run["temporary.writtenBytes"] == 0)
  }
}
