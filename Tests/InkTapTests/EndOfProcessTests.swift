import Foundation
import Glibc
import InkTestFixtures
import Testing

/// A process that is ended at its k-th operation leaves exactly those before it.
@Suite struct EndOfProcessTests {
  /// Six operations; what the disk shows after each is its own.
  private static let script = """
    mkdir @/pages
    open a @/1.tmp w,creat
    write a 1000
    fsync a
    rename @/1.tmp @/1.content
    unlink @/1.content
    """

  /// Names and lengths of the files in a store.
  private func content(of store: TemporaryDirectory) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: store.path).sorted().map { name in
      let attributes = try FileManager.default.attributesOfItem(atPath: store.path + "/" + name)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { return name }
      return "\(name) \((attributes[.size] as? NSNumber)?.intValue ?? -1)"
    }
  }

  @Test(
    "Ended at an operation, a process has carried out those before it and no other",
    arguments: zip(
      1...7,
      [
        [], ["pages"], ["1.tmp 0", "pages"], ["1.tmp 1000", "pages"], ["1.tmp 1000", "pages"],
        ["1.content 1000", "pages"], ["pages"],
      ]))
  func ended(operation: Int, expected: [String]) throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store, "watch suffix:.content=page\nend-at \(operation) whole\n\(Self.script)\nreport")
    #expect(try content(of: store) == expected)
    #expect(run.status == (operation <= 6 ? -SIGKILL : 0))
    if operation > 6 { #expect(run["operations"] == 6) }
  }

  @Test(
    "A cut write leaves the first half of its bytes",
    arguments: [
      ("write a 1001", 500), ("pwrite a 1001 0", 500), ("writev a 300 400 301", 500), ("raw-write a 64", 32),
      ("write a 1", 0),
    ])
  func cut(write: String, length: Int) throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store, "watch suffix:.content=page\nend-at 2 cut\nopen a @/1.content w,creat\n\(write)\nreport")
    #expect(run.status == -SIGKILL)
    let bytes = try store.read("1.content")
    #expect(bytes.count == length)
    #expect(
      bytes.prefix(300).elementsEqual((0..<min(length, 300)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
    )
  }

  @Test("An operation that can't be cut is not carried out at all")
  func notCut() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store, "watch suffix:.content=page\nend-at 1 cut\nopen a @/1.content w,creat\nwrite a 5")
    #expect(run.status == -SIGKILL)
    #expect(try content(of: store).isEmpty)
  }

  @Test("Reads, and calls outside of the store, have no number")
  func unnumbered() throws {
    let store = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    _ = try store.write([1, 2, 3], to: "1.content")
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      end-at 1 whole
      open a @/1.content r
      read a 3
      close a
      open b \(outside.path)/2 w,creat
      write b 10
      fsync b
      report
      """)
    #expect(run.status == 0)
    #expect(run["operations"] == 0)
    #expect(run["page.readBytes"] == 3)
  }

  @Test("The end can be armed in the middle, and the canary does not move the numbers")
  func armedLater() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      canary @
      open a @/1.content w,creat
      write a 10
      end-at 4 whole
      write a 20
      write a 40
      """)
    #expect(run.status == -SIGKILL)
    #expect(try content(of: store) == ["1.content 30"])
  }

  @Test("A number that has passed ends nothing")
  func passed() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      open a @/1.content w,creat
      write a 10
      end-at 2 whole
      write a 20
      report
      """)
    #expect(run.status == 0)
    #expect(run["page.writtenBytes"] == 30)
  }

  @Test("The same program has the same number of operations each time")
  func repeats() throws {
    let counts = try (0..<3).map { _ in
      let store = try TemporaryDirectory()
      return try ProbeRun(store, "watch suffix:.db=database\nsqlite @/1.db 5\nreport")["operations"]
    }
    #expect(Set(counts).count == 1)
    #expect(counts[0] > 10)
  }
}
