import Foundation
import InkTestFixtures
import Testing

/// A descriptor leads to its file, wherever it came from, and to no other once it is closed.
@Suite struct DescriptorTests {
  @Test("Copies of a descriptor count for the same file")
  func copies() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      open a @/1.content w,creat
      dup b a
      write b 1
      dup2 c a 40
      write c 2
      fcntl-dup d a
      write d 4
      report
      """)
    #expect(run["page.writtenBytes"] == 7)
  }

  @Test("A copy over a descriptor takes its place")
  func copyOver() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page suffix:.log=journal
      open a @/1.content w,creat
      open b @/1.log w,creat
      dup2 c a 40
      write c 1
      dup2 c b 40
      write c 4
      report
      """)
    #expect(run["page.writtenBytes"] == 1)
    #expect(run["journal.writtenBytes"] == 4)
  }

  @Test("A descriptor that was open before the program began is looked up")
  func inherited() throws {
    let store = try TemporaryDirectory()
    let path = try store.write([], to: "1.content")
    let file = try #require(FileHandle(forWritingAtPath: path))
    let run = try ProbeRun(
      store, standardInput: file, "watch suffix:.content=page\ninherited a 0\nwrite a 9\nreport")
    #expect(run["page.writtenBytes"] == 9)
    #expect(run["operations"] == 1)
  }

  @Test("A descriptor that was open before the store was watched is looked up")
  func openBefore() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store, "open a @/1.content w,creat\nwrite a 5\nwatch suffix:.content=page\nwrite a 9\nreport")
    #expect(run["page.writtenBytes"] == 9)
  }

  @Test("The number of a closed descriptor does not stand for its old file")
  func reuse() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      open a @/1.content w,creat
      open b @/2.content w,creat
      close a
      close b
      pipe r w
      write w 30
      report
      """)
    #expect(run["page.writtenBytes"] == 0)
    #expect(run["elsewhere.writtenBytes"] == 30)
  }

  @Test("A forked child goes on counting for itself")
  func forked() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      open a @/1.content w,creat
      write a 100
      fork a 11 111
      report
      """)
    #expect(run.status == 0)
    #expect(run["page.writtenBytes"] == 100)
  }
}
