import InkTap
import InkTestFixtures
import Testing

/// The instrument's checks of itself: canary, balance, ways past it.
@Suite struct SelfCheckTests {
  @Test("The canary is seen in the store, leaves no trace in the counters, and nothing behind")
  func canary() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      open a @/1.content w,creat
      write a 10
      canary @
      report
      balance
      unlink @/1.content
      """)
    #expect(run["canary"] == 1)
    #expect(run["store.writtenBytes"] == 10)
    #expect(run["store.openCalls"] == 1)
    #expect(run["store.syncCalls"] == 0)
    #expect(run["operations"] == 2)
    #expect(run["counted"] == run["kernel"], "its bytes stay in the balance")
    #expect(run["counted"] > 10)
    #expect(try ProbeRun.run(["/bin/ls", "-A", store.path]).output == "")
  }

  @Test("A canary outside of the store, or where nothing can be written, is not seen")
  func deadCanary() throws {
    let store = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    #expect(try ProbeRun(store, "canary @")["canary"] == 0, "nothing is watched")
    #expect(try ProbeRun(store, "watch\ncanary \(outside.path)")["canary"] == 0)
    #expect(try ProbeRun(store, "watch\ncanary @/missing")["canary"] == 0)
  }

  @Test("The bytes counted are those of the kernel, whatever call wrote them")
  func balance() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      open a @/early w,creat
      write a 77
      watch suffix:.content=page
      open b @/1.content rw,creat
      write b 1000
      pwrite b 100 4000
      writev b 10 20
      raw-write b 3
      open c @/2.content rw,creat
      open d @/1.content r
      sendfile c d 500
      copy-range c d 400
      pipe r w
      write w 9
      eventfd 5
      foundation-atomic @/3.content 2000
      canary @
      report
      balance
      """)
    #expect(run.status == 0)
    #expect(run["page.writtenBytes"] == 1133 + 900 + 2000)
    #expect(run["counted"] == 77 + 1133 + 900 + 9 + 2000 + 257)
    #expect(run["kernel"] == run["counted"])
  }

  @Test("A stream of the store is noted, since its writes are not seen")
  func stream() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store, "watch suffix:.content=page\nstream @/1.content w\nstream @/1.content r\nreport\nbypasses")
    #expect(run["page.openCalls"] == 2)
    #expect(run["operations"] == 1)
    #expect(run.bypasses == ["\(store.path)/1.content was opened as a stream, whose writes are not counted."])
  }

  @Test("A shared writable mapping of a store's file is reported, also once it is gone")
  func mapping() throws {
    for step in ["map", "map-and-unmap"] {
      let store = try TemporaryDirectory()
      let run = try ProbeRun(
        store,
        """
        watch suffix:.db=database
        open a @/notes.db rw,creat
        ftruncate a 8192
        \(step) a 8192
        open b @/notes.db-shm rw,creat
        ftruncate b 8192
        map b 8192
        bypasses
        """)
      #expect(
        run.bypasses
          == ["\(store.path)/notes.db is mapped shared and writable; what is written there is not counted."])
    }
  }

  @Test("A mapping that was made before the store was watched is found in the process")
  func earlyMapping() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store, "open a @/notes.db rw,creat\nftruncate a 8192\nmap a 8192\nwatch\nbypasses")
    #expect(run.bypasses.count == 1)
  }

  @Test("Writing back a mapping counts as a sync of its file")
  func msync() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store, "watch suffix:.db=database\nopen a @/1.db rw,creat\nftruncate a 8192\nmap a 8192 msync\nreport")
    #expect(run["database.syncCalls"] == 1)
  }

  @Test("Mappings are read from the kernel's listing")
  func listing() {
    let listing = """
      7f00-7f01 rw-s 00000000 08:01 42                         /var/a store/notes.db
      7f01-7f02 rw-s 00000000 08:01 43                         /var/a store/notes.db-shm
      7f02-7f03 r--s 00000000 08:01 44                         /var/a store/read.db
      7f03-7f04 rw-p 00000000 08:01 45                         /var/a store/private.db
      7f04-7f05 rw-s 00000000 08:01 46                         /var/a store2/notes.db
      7f05-7f06 rw-s 00000000 08:01 47                         /var/a store/gone.db (deleted)
      7f06-7f07 rw-s 00000000 00:00 0
      """
    #expect(
      Tap.sharedMappings(in: "/var/a store", of: listing)
        == ["/var/a store/notes.db", "/var/a store/gone.db"])
  }

  @Test("An io_uring descriptor is reported")
  func ring() throws {
    let store = try TemporaryDirectory()
    let sentence = "An io_uring descriptor is open; its writes are not counted."
    let run = try ProbeRun(store, "watch\nio-uring\nbypasses")
    // Some kernels and containers refuse it.
    #expect(run.bypasses == (run["ring"] == 1 ? [sentence] : []))
    let closed = try ProbeRun(store, "watch\nio-uring\nclose ring\nbypasses")
    if run["ring"] == 1 { #expect(closed.bypasses == [sentence], "noted when it was made") }
    let early = try ProbeRun(store, "io-uring\nwatch\nbypasses")
    #expect(early.bypasses == run.bypasses, "found among the descriptors")
  }
}
