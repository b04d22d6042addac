import Foundation
import InkTestFixtures
import Testing

/// Files of the store are found by whatever way a program names them.
@Suite struct PathTests {
  @Test(
    "A file of the store is found however its path is written",
    arguments: [
      ("@", "pages/1.content"), ("@/pages", "1.content"), ("@/pages", "./1.content"),
      ("@/pages", "../pages/1.content"), ("/", "@/pages/1.content"), ("/", "@//pages///1.content"),
      ("/", "@/pages/../pages/./1.content"),
    ])
  func relative(directory: String, path: String) throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:/pages/1.content=page
      mkdir @/pages
      chdir \(directory)
      open a \(path) w,creat
      write a 10
      truncate \(path) 5
      report
      """)
    #expect(run["page.openCalls"] == 1)
    #expect(run["page.writtenBytes"] == 10)
    #expect(run["page.otherCalls"] == 1)
  }

  @Test("Calls that start at a directory's descriptor find the store")
  func atDirectory() throws {
    let store = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      open d @ r,directory
      mkdirat d pages
      openat a d pages/1.content.part w,creat
      write a 10
      renameat d pages/1.content.part d pages/1.content
      unlinkat d pages/1.content
      report
      """)
    #expect(run["page.writtenBytes"] == 10)
    #expect(run["page.renameCalls"] == 1)
    #expect(run["page.unlinkCalls"] == 1)
    #expect(run["other.otherCalls"] == 1)
    #expect(run["operations"] == 5)
  }

  @Test("A store behind a symbolic link is one store under both names")
  func throughLink() throws {
    let store = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    let link = outside.path + "/link"
    let second = outside.path + "/second"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store.path)
    try FileManager.default.createSymbolicLink(atPath: second, withDestinationPath: store.path)
    let run = try ProbeRun(
      store,
      """
      watch-at \(link) suffix:.content=page
      open a \(link)/1.content w,creat
      write a 1
      open b @/2.content w,creat
      write b 2
      open c \(second)/3.content w,creat
      write c 4
      unlink \(second)/3.content
      report
      """)
    #expect(run["page.writtenBytes"] == 7)
    #expect(run["page.openCalls"] == 3)
    #expect(run["page.unlinkCalls"] == 1)
    #expect(run["operations"] == 7)
  }

  @Test("A directory whose name begins like the store's is elsewhere")
  func sibling() throws {
    let store = try TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: store.path + "/a", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: store.path + "/ab", withIntermediateDirectories: true)
    let run = try ProbeRun(
      store,
      """
      watch-at @/a suffix:.content=page
      open a @/ab/1.content w,creat
      write a 5
      report
      """)
    #expect(run["page.writtenBytes"] == 0)
    #expect(run["elsewhere.writtenBytes"] == 5)
  }
}
