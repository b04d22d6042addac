import Glibc
import InkTestFixtures
import Testing

/// A fault plan makes the calls go wrong that it names, and no others.
@Suite struct InjectionTests {
  /// Each kind of call once or more, tried one by one; what each answered is reported under its name.
  private static let script = """
    try mkdir mkdir @/pages
    try create open a @/1.tmp w,creat
    try write write a 1000
    try pwrite pwrite a 500 1000
    try writev writev a 300 400 301
    try raw raw-write a 64
    try resize ftruncate a 900
    try sync fsync a
    try close close a
    try rename rename @/1.tmp @/1.content
    try open open b @/1.content r
    try read read b 100
    try list list @/pages
    try link link @/1.content @/2.content
    try unlink unlink @/2.content
    try rmdir rmdir @/pages
    """

  private static let watch = "watch suffix:.tmp=temporary suffix:.content=page"

  private func run(_ plan: String, script: String = script) throws -> ProbeRun {
    let run = try ProbeRun(
      try TemporaryDirectory(), "\(Self.watch)\ninject \(plan)\n\(script)\ninjection\nreport")
    #expect(run.status == 0, "\(run.output)")
    return run
  }

  @Test(
    "A call of each kind fails with the error of the plan, and is not carried out",
    arguments: [
      ("make", 1, ["mkdir"]), ("open", 1, ["create"]), ("write", 1, ["write"]), ("write", 2, ["pwrite"]),
      ("write", 3, ["writev"]), ("write", 4, ["raw"]), ("resize", 1, ["resize"]), ("sync", 1, ["sync"]),
      ("close", 1, ["close"]), ("rename", 1, ["rename"]), ("open", 2, ["open"]), ("read", 1, ["read"]),
      ("open", 3, ["list"]), ("make", 2, ["link"]), ("remove", 1, ["unlink"]), ("remove", 2, ["rmdir"]),
    ])
  func errors(kind: String, number: Int, failing: [String]) throws {
    // Only the steps up to the one that fails: later ones would miss what it did not do.
    let lines = Self.script.split(separator: "\n").map(String.init)
    let end = try #require(lines.firstIndex { $0.hasPrefix("try \(failing[0]) ") })
    let steps = lines[...end].joined(separator: "\n")
    let run = try run("\(EDQUOT) \(number) \(number) \(kind)", script: steps)
    for line in lines[...end] {
      let name = String(line.split(separator: " ")[1])
      #expect(run.values[name] == (failing.contains(name) ? UInt64(EDQUOT) : 0), "\(name)")
    }
    #expect(run["faults"] == 1 && run["calls"] == number)
    #expect(run.output.contains("last \(kind) "))
  }

  @Test("What fails has not happened, and what is tried again has")
  func notCarriedOut() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      \(Self.watch)
      open a @/1.tmp w,creat
      inject \(ENOSPC) 1 2 write,rename
      try first write a 1000
      try name rename @/1.tmp @/1.content
      try again write a 30
      injection
      end-injection
      report
      """)
    #expect(run.status == 0)
    #expect(run["first"] == ENOSPC && run["name"] == ENOSPC && run["again"] == 0)
    #expect(try store.read("1.tmp").count == 30)
    // Counted as calls, without bytes; and the operations have the numbers they always have.
    #expect(run["temporary.writeCalls"] == 2 && run["temporary.writtenBytes"] == 30)
    #expect(run["operations"] == 4)
    #expect(run["calls"] == 3 && run["faults"] == 2)
    #expect(run.output.contains("last rename page"))
  }

  @Test("A close that fails has given its descriptor back")
  func closes() throws {
    let run = try run(
      "\(EINTR) 1 1 close",
      script: """
        open a @/1.tmp w,creat
        try close close a
        try again close a
        """)
    #expect(run["close"] == EINTR)
    #expect(run["again"] == EBADF)
  }

  @Test(
    "A write or read that falls short moves the first half of its bytes",
    arguments: [
      ("write a 1001", 500), ("pwrite a 1001 0", 500), ("writev a 300 400 301", 500), ("raw-write a 64", 32),
      ("write a 1", 1), ("ftruncate a 10", 10),
    ])
  func short(step: String, length: Int) throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      \(Self.watch)
      open a @/1.content w,creat
      inject short 1 99 write,resize
      \(step)
      open b @/1.content r
      read b 10
      report
      """)
    #expect(run.status == 0)
    let bytes = try store.read("1.content")
    #expect(bytes.count == length)
    if !step.hasPrefix("ftruncate") {
      #expect(
        bytes.elementsEqual((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }.prefix(300))
          || length > 300)
      #expect(run["page.writtenBytes"] == length)
    }
  }

  @Test("Short reads are halved too, and counted as what they moved")
  func shortReads() throws {
    let store = try TemporaryDirectory()
    _ = try store.write([UInt8](repeating: 5, count: 100), to: "1.content")
    let run = try ProbeRun(
      store,
      "\(Self.watch)\ninject short 1 99 read\nopen a @/1.content r\nread a 100\npread a 10 0\nreport")
    #expect(run["page.readBytes"] == 55)
  }

  @Test("A plan that lasts goes on until it is ended, and one from k on spares those before")
  func lasting() throws {
    let run = try run(
      "\(EMFILE) 2 \(Int.max) open",
      script: """
        try one open a @/1.tmp w,creat
        try two open b @/2.tmp w,creat
        try three open c @/1.tmp r
        end-injection
        try four open d @/1.tmp r
        """)
    #expect(run["one"] == 0 && run["two"] == EMFILE && run["three"] == EMFILE && run["four"] == 0)
  }

  @Test("Files outside of the store are spared and not counted")
  func outside() throws {
    let elsewhere = try TemporaryDirectory()
    let run = try run(
      "\(EIO) 1 99 open,write,sync,close",
      script: """
        open a \(elsewhere.path)/1.tmp w,creat
        write a 10
        fsync a
        close a
        """)
    #expect(run["calls"] == 0 && run["faults"] == 0)
    #expect(run["elsewhere.writtenBytes"] >= 10)
  }

  @Test("Watching a store ends the plan, and an armed end of the process holds beside one")
  func order() throws {
    let store = try TemporaryDirectory()
    let ended = try ProbeRun(
      store, "\(Self.watch)\ninject \(EIO) 1 99 write\n\(Self.watch)\nopen a @/1.tmp w,creat\nwrite a 10")
    #expect(ended.status == 0)
    let run = try ProbeRun(
      store,
      """
      \(Self.watch)
      end-at 3 cut
      inject \(EIO) 1 1 write
      open a @/2.tmp w,creat
      try failed write a 10
      write a 20
      write a 40
      """)
    #expect(run.status == -SIGKILL)
    #expect(try store.read("2.tmp").count == 10)
  }
}
