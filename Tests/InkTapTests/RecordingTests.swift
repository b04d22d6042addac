import Glibc
import InkModel
import InkTap
import InkTestFixtures
import Testing

/// A store, and a log of what a probe did to it.
struct RecordedProbe {
  let store: TemporaryDirectory
  let run: ProbeRun
  let entries: [RecordedEntry]
  var operations: [RecordedOperation] {
    entries.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }
  }
  var files: [RecordedFile] {
    entries.compactMap { if case .file(let file) = $0 { file } else { nil } }
  }
  var marks: [RecordedMark] {
    entries.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
  }

  /// Carries out a script while it is recorded; `before` comes first, and is not.
  init(before: String = "", _ script: String, bytes: Int = 1 << 20, status: Int32 = 0) throws {
    store = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    run = try ProbeRun(
      store,
      """
      \(before)
      watch suffix:.content=page suffix:.log=journal suffix:.db=database suffix:-wal=wal
      record \(bytes) \(outside.path)/log
      \(script)
      """)
    #expect(run.status == status)
    entries = try Recording(contentsOf: outside.path + "/log").entries()
  }

  func first(_ kind: RecordedOperation.Kind) throws -> RecordedOperation {
    try #require(operations.first { $0.kind == kind })
  }

  func file(_ path: String) throws -> RecordedFile { try #require(files.last { $0.path == path }) }

  /// The bytes that a probe writes.
  static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) } }
}

/// Record mode: what is written down of each call.
@Suite struct RecordingTests {
  @Test("Writes are recorded with their bytes, and with the place where the bytes really went")
  func places() throws {
    let probe = try RecordedProbe(
      before: "open z @/1.content w,creat\nwrite z 50",
      """
      open a @/1.content rw
      write a 100
      write a 7
      pwrite a 10 4000
      seek a 5
      writev a 3 4 5
      open b @/1.content w,append
      write b 6
      pwrite b 8 1
      dup c a
      write c 2
      append-flag a
      write a 9
      """)
    let writes = probe.operations.filter { $0.kind == .write }
    #expect(writes.map(\.offset) == [0, 100, 4_000, 5, 4_010, 4_016, 17, 4_024])
    #expect(writes.map(\.result) == [100, 7, 10, 12, 6, 8, 2, 9])
    #expect(Set(writes.map(\.file)).count == 1)
    let pieces = [3, 4, 5].flatMap(RecordedProbe.bytes)
    #expect(writes.map { Array($0.contents) }.filter { $0.count == 12 } == [pieces])
    for write in writes where write.result != 12 {
      #expect(Array(write.contents) == RecordedProbe.bytes(Int(write.result)))
    }
    #expect(
      writes.map { $0.statusFlags & O_APPEND != 0 } == [false, false, false, false, true, true, false, true])
    #expect(try probe.file("/1.content").length == 50, "as it was before")
    #expect(probe.operations.allSatisfy { $0.isWhole && $0.role == .page && $0.thread == 1 })
    #expect(
      probe.operations.map(\.number) == [0, 1, 2, 3, 4, 0, 5, 6, 7, 8], "opens for reading change nothing")
  }

  @Test(
    "A file keeps its number through renames and links, and one that gets its inode does not take it over")
  func identity() throws {
    let probe = try RecordedProbe(
      before: "open z @/1.content w,creat\nwrite z 50",
      """
      open a @/1.tmp w,creat,excl
      write a 10
      rename @/1.tmp @/1.content
      link @/1.content @/2.content
      write a 10
      close a
      unlink @/1.content
      unlink @/2.content
      open b @/1.tmp w,creat,excl
      write b 10
      """)
    let created = probe.operations.filter(\.createsFile)
    try #require(created.count == 2)
    let (first, second) = (created[0].file, created[1].file)
    #expect(first != second)
    let rename = try probe.first(.rename)
    #expect(rename.file == first)
    #expect(rename.target == (try probe.file("/1.content").number))
    #expect(rename.role == .page)
    #expect((rename.path, rename.targetPath) == ("/1.tmp", "/1.content"))
    #expect(rename.directory == rename.targetDirectory)
    #expect(rename.directory == (try probe.file("/").number))
    #expect(try probe.first(.link).file == first)
    #expect(probe.operations.filter { $0.kind == .remove }.map(\.file) == [first, first])
    #expect(probe.operations.filter { $0.kind == .write }.map(\.file) == [first, first, second])
    #expect(try probe.first(.close).file == first)
  }

  @Test("Each kind of call has its kind, its lengths and its directory")
  func kinds() throws {
    let probe = try RecordedProbe(
      """
      mkdir @/pages
      open d @/pages r,directory
      openat a d 1.content rw,creat
      fallocate a 0 8192
      ftruncate a 100
      truncate @/pages/1.content 90
      fsync a
      fdatasync a
      fsync d
      pread a 20 70
      try refused rmdir @/pages
      symlink 1.content @/pages/2.content
      mkstemp t @/pages/tXXXXXX @/pages/3.content
      unlinkat d 1.content
      unlink @/pages/2.content
      rename @/pages/3.content @/gone.content
      rmdir @/pages
      """)
    #expect(
      probe.operations.map(\.kind) == [
        .makeDirectory, .open, .open, .allocate, .truncate, .truncate, .sync, .syncData, .sync, .read,
        .removeDirectory, .symlink, .open, .rename, .remove, .remove, .rename, .removeDirectory,
      ])
    let pages = try probe.file("/pages")
    #expect(pages.isDirectory && pages.isNew)
    #expect(probe.operations[0].file == pages.number)
    #expect(probe.operations[1].file == pages.number)
    #expect(probe.operations[2].directory == pages.number)
    #expect(probe.operations[2].path == "/pages/1.content")
    #expect((probe.operations[3].offset, probe.operations[3].size) == (0, 8_192))
    #expect(probe.operations[4].offset == 100 && probe.operations[5].offset == 90)
    #expect(probe.operations[8].file == pages.number)
    #expect((probe.operations[9].offset, probe.operations[9].result) == (70, 20))
    #expect(probe.operations[9].contents.isEmpty, "what was read is not kept")
    #expect(probe.operations[10].error == ENOTEMPTY && probe.operations[10].result == -1)
    #expect(probe.operations[12].path.hasPrefix("/pages/t") && !probe.operations[12].path.hasSuffix("XXXXXX"))
    #expect(probe.operations[13].file == probe.operations[12].file)
    #expect(probe.operations[16].targetDirectory == (try probe.file("/").number))
  }

  @Test("What the kernel copies is recorded with its bytes")
  func copies() throws {
    let probe = try RecordedProbe(
      before: "open z @/1.content w,creat\nwrite z 100",
      """
      open a @/1.content r
      open b @/1.log w,creat
      sendfile b a 60
      copy-range b a 900
      """)
    let copies = probe.operations.filter { $0.kind == .copy }
    #expect(copies.map(\.offset) == [0, 60])
    #expect(copies.flatMap { Array($0.contents) } == RecordedProbe.bytes(100))
    #expect(copies.allSatisfy { $0.target == (try? probe.file("/1.content").number) && $0.role == .journal })
  }

  @Test("A call that fails is recorded with its error, also where its bytes can't be read")
  func failures() throws {
    let probe = try RecordedProbe(
      """
      open a @/1.content w,creat
      bad-write a
      try missing open b @/2.content r
      inject \(ENOSPC) 1 1 write
      try full write a 10
      inject short 1 1 write
      write a 10
      end-injection
      write a 10
      """)
    let writes = probe.operations.filter { $0.kind == .write }
    #expect(writes.map(\.error) == [EFAULT, ENOSPC, 0, 0])
    #expect(writes.map(\.result) == [-1, -1, 5, 10])
    #expect(writes.map(\.contents.count) == [0, 0, 5, 10])
    #expect(probe.operations.first { $0.error == ENOENT }?.file == nil)
  }

  @Test("Marks stand in the log where they were made")
  func marks() throws {
    let probe = try RecordedProbe(
      """
      open a @/1.content w,creat
      mark begun 3 save.autosave 1500
      write a 10
      mark acknowledged 3 save.autosave
      mark failed 4 idle
      """)
    #expect(probe.marks.map(\.kind) == [.begun, .acknowledged, .failed])
    #expect(probe.marks.map(\.step) == [3, 3, 4])
    #expect(probe.marks[0].phase == "save.autosave" && probe.marks[0].intendedMilliseconds == 1_500)
    #expect(probe.marks.map(\.operationCount) == [1, 2, 2])
    let order = probe.entries.compactMap {
      if case .mark = $0 { "mark" } else if case .operation = $0 { "call" } else { nil }
    }
    #expect(order == ["call", "mark", "call", "mark", "mark"])
  }

  @Test("Only calls on the store are recorded, and nothing before or after")
  func onlyTheStore() throws {
    let elsewhere = try TemporaryDirectory()
    let probe = try RecordedProbe(
      """
      open a \(elsewhere.path)/1.content w,creat
      write a 10
      stop
      open b @/1.content w,creat
      write b 10
      """)
    #expect(probe.operations.isEmpty)
    #expect(probe.run["entries"] == 0)
  }

  @Test("Recording leaves counters and balance as they are")
  func undisturbed() throws {
    let script = """
      open a @/1.tmp w,creat
      write a 1000
      pwrite a 10 5
      fsync a
      rename @/1.tmp @/1.content
      report
      balance
      """
    let store = try TemporaryDirectory()
    let bare = try ProbeRun(store, "watch suffix:.content=page suffix:.log=journal\n" + script)
    let probe = try RecordedProbe(script)
    for (key, value) in bare.values where !key.hasSuffix("Nanoseconds") {
      #expect(probe.run[key] == value, "\(key)")
    }
    #expect(probe.run["counted"] == probe.run["kernel"])
  }

  @Test("Threads record side by side, and every entry is whole")
  func threads() throws {
    let probe = try RecordedProbe("threads 8 200 100\nreport", bytes: 4 << 20)
    let writes = probe.operations.filter { $0.kind == .write }
    #expect(writes.count == 1_600)
    #expect(writes.allSatisfy { $0.isWhole && Array($0.contents) == RecordedProbe.bytes(100) })
    #expect(Set(writes.map(\.number)).count == 1_600)
    let byFile = Dictionary(grouping: writes, by: \.file)
    #expect(byFile.count == 8)
    for own in byFile.values { #expect(own.map(\.offset) == (0..<200).map { UInt64($0 * 100) }) }
  }

  @Test("A log that is too small says how much it lost, and the calls go on")
  func full() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store, "watch\nrecord 4000\nopen a @/1 w,creat\nwrite a 3000\nwrite a 3000\nwrite a 10\nreport\nstop")
    #expect(run["store.writtenBytes"] == 6_010)
    #expect(run.output.contains("error the log of file calls was full: 2 entries of "))
    let bare = try ProbeRun(
      store, "watch\nrecord 4000 memory bare\nopen a @/1 w,creat\nwrite a 3000\nwrite a 3000\nstop")
    #expect(bare["entries"] == 5, "contents that are not kept take no room: two files, an open, two writes")
  }

  @Test("A log outlives its process, up to the call in which it ended")
  func ended() throws {
    let probe = try RecordedProbe(
      "open a @/1.content w,creat\nwrite a 10\nend-at 4 cut\nwrite a 20\nwrite a 30", status: -SIGKILL)
    #expect(probe.operations.map(\.isWhole) == [true, true, true, false])
    #expect(probe.operations.last?.size == 30)
  }

  @Test("A forked child is not recorded")
  func forked() throws {
    let probe = try RecordedProbe("open a @/1.content w,creat\nfork a 11 11\nwrite a 5")
    #expect(probe.operations.filter { $0.kind == .write }.map(\.result) == [5])
  }
}
