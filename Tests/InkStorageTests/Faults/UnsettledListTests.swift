import Glibc
import InkModel
import InkTap
import InkTestFixtures
import Testing

@testable import InkStorage

/// A change of the list of pages that has failed may be on disk all the same; it must not decide what a later
/// save is worth.
@Suite("Faults in the list of pages") struct UnsettledListTests {
  @Test(
    "After a page operation that failed and is not asked for again, saves are kept under the old list",
    arguments: ["snapshot", "journal", "monolith", "sqlite"], ["add", "delete", "move"])
  func abandoned(backend: String, operation: String) async {
    await #expect(processExitsWith: .success) { [backend, operation] in
      var failures = 0
      // Every sync of the operation fails once, the last of them when the new list has got its name.
      for number in 1...Self.syncsMax {
        let store = try Store(backend, durability: .powerDurable, pages: 2)
        var page = try store.open(2)
        try store.draw(&page, id: 1)
        Tap.watch(directory: store.directory.path, roles: store.type.traits.fileRoles)
        Tap.inject(FaultPlan(.error(EIO), at: number, of: [.sync]))
        let hasFailed =
          (try? Self.operations[operation]?(store.backend)) == nil && Tap.injection.faultCount == 1
        Tap.endInjection()
        guard hasFailed else { break }
        failures += 1
        try store.draw(&page, id: 2)
        try store.restart()
        let info = try store.reopenedInfo()
        #expect(info == Fixtures.document(pages: 2), "sync \(number): another list")
        #expect(try store.open(2).hasSameContent(as: page), "sync \(number): the save is lost")
      }
      #expect(failures > 0)
    }
  }

  private static let syncsMax: UInt64 = 20
  private static let operations: [String: @Sendable (any StorageBackend) throws(StorageError) -> Void] = [
    "add": { backend throws(StorageError) in
      try backend.addPage(PageInfo(id: PageID(rawValue: 9)), at: 0)
    },
    "delete": { backend throws(StorageError) in try backend.deletePage(PageID(rawValue: 2)) },
    "move": { backend throws(StorageError) in try backend.movePage(PageID(rawValue: 2), to: 0) },
  ]
}

extension Store {
  /// The list of pages as a process finds it that opens the document now.
  fileprivate func reopenedInfo() throws -> DocumentInfo {
    try backend.closeDocument()
    return try backend.openDocument(Store.document)
  }
}
