import FoundationEssentials
import InkModel
import InkStorage
import InkTap
import InkTestFixtures
import Testing

/// A process that ends at any operation on a store of journals loses nothing that was acknowledged.
///
/// Method. A child carries out the script and ends itself at its k-th operation, for k in steps, half of a
/// write done where it is one. Before each step and after it the child says how far it has come, in a file
/// beside the store. The store is then opened: the list and every page must be as they were after the
/// acknowledged steps, or as the step under way makes them. Closing it must leave a document that level 0
/// opens with the same content.
@Suite("Interrupted journals", .serialized) struct JournalInterruptionTests {
  /// Carries out the script; the file beside the store has a byte for each step that was acknowledged.
  private static func play(_ backend: String, _ directory: String, endingAt operation: UInt64) throws {
    let store = try JournalScript.backend(backend, directory + "/store")
    try store.createDocument(JournalScript.document)
    Tap.watch(directory: directory + "/store", roles: type(of: store).traits.fileRoles)
    Tap.leaveOutSyncs()
    if operation > 0 {
      Tap.endProcess(atOperation: Tap.operationCount + operation, cuttingWrite: operation.isMultiple(of: 2))
    }
    var state = JournalScript.State()
    for (index, step) in JournalScript.steps.enumerated() {
      try JournalScript.run(step, on: &state, store)
      try Data(repeating: 1, count: index + 1).write(to: URL(filePath: directory + "/acknowledged"))
    }
    try Data("\(Tap.operationCount)".utf8).write(to: URL(filePath: directory + "/operations"))
  }

  private func count(in file: String) -> Int {
    (try? Data(contentsOf: URL(filePath: file)).count) ?? 0
  }

  private func run(_ backend: String, _ directory: TemporaryDirectory, endingAt operation: UInt64)
    async throws
  {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/store", withIntermediateDirectories: true)
    await #expect(processExitsWith: operation == 0 ? .success : .signal(9)) {
      [backend = backend as String, path = directory.path as String, operation = operation as UInt64] in
      try JournalInterruptionTests.play(backend, path, endingAt: operation)
    }
  }

  /// Every how many operations a process ends: each takes a process, and the sum of all takes a minute.
  ///
  /// With `INKBENCH_EVERY_OPERATION` set it is every one.
  private static func step(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["INKBENCH_EVERY_OPERATION"] == nil ? usual : 1
  }

  @Test(
    "Whatever was acknowledged is there, wherever the process ends",
    arguments: [("journal", 5), ("journal-hybrid", 11)])
  func everyOperation(backend: String, usualStep: Int) async throws {
    let states = try JournalScript.states()
    let whole = try TemporaryDirectory.inMemory()
    try await run(backend, whole, endingAt: 0)
    #expect(count(in: whole.path + "/acknowledged") == JournalScript.steps.count)
    let text = try String(
      decoding: Data(contentsOf: URL(filePath: whole.path + "/operations")), as: UTF8.self)
    let operations = try #require(UInt64(text))
    #expect(operations > 80)
    for operation in stride(from: 1, through: operations, by: Self.step(usualStep)) {
      let directory = try TemporaryDirectory.inMemory()
      try await run(backend, directory, endingAt: operation)
      let done = count(in: directory.path + "/acknowledged")
      try #require(done < JournalScript.steps.count)
      let comment = "\(backend), operation \(operation), step \(JournalScript.steps[done])"
      let first = try open(backend, directory.path, allowed: [states[done], states[done + 1]], comment)
      // Closed, it is a package of level 0.
      _ = try open("snapshot", directory.path, allowed: [first], comment)
    }
  }

  /// Opens a store and closes it again; what it holds is returned, and must be one of two states.
  private func open(
    _ backend: String, _ directory: String, allowed: [JournalScript.State], _ comment: String
  ) throws -> JournalScript.State {
    let store = try JournalScript.backend(backend, directory + "/store")
    let shelf = try store.listLibrary()
    var found = JournalScript.State()
    found.info = try store.openDocument(JournalScript.document.id)
    #expect(allowed.contains { $0.info == found.info }, "\(comment): the list is \(found.info.pages)")
    #expect(shelf.count == 1 && allowed.contains { $0.info.pages.count == shelf[0].pageCount }, "\(comment)")
    for info in found.info.pages {
      var page = Page(id: info.id)
      try store.openPage(info.id, into: &page)
      let isAllowed = allowed.contains { page.hasSameContent(as: $0.pages[page.id] ?? Page(id: page.id)) }
      #expect(isAllowed, "\(comment): page \(page.id.rawValue) has \(page.elements.map(\.id.rawValue))")
      found.pages[page.id] = page
    }
    for info in found.info.pages { try store.closePage(info.id) }
    try store.closeDocument()
    return found
  }
}
