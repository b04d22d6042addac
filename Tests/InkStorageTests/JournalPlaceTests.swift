import Glibc
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// Journals in places that change, and in the hands of another level.
@Suite("Places of journals") struct JournalPlaceTests {
  @Test("A store with journals is not opened by level 0, which says why, and is when they are compacted")
  func downgrade() throws {
    let history = try JournalHistory()
    let (store, versions) = (history.store, history.versions)
    try store.become("snapshot")
    let before = try store.files()
    #expect(throws: DocumentPackage.journalled(store.path(Store.journal))) {
      try store.backend.openDocument(Store.document)
    }
    #expect("\(DocumentPackage.journalled("/j"))".contains("open the document with the journal backend"))
    #expect(try store.files() == before)
    try store.become("journal")
    _ = try store.backend.openDocument(Store.document)
    try store.backend.closeDocument()
    try store.become("snapshot")
    _ = try store.backend.openDocument(Store.document)
    #expect(try store.open().hasSameContent(as: try #require(versions.last)))
  }

  @Test("Level 0 refuses a document whose list has a journal, and opens it when that is compacted")
  func downgradeOfList() throws {
    let store = try Store("journal", pages: 2)
    try store.backend.movePage(PageID(rawValue: 1), to: 1)
    try store.become("snapshot")
    let before = try store.files()
    #expect(throws: DocumentPackage.journalled(store.path(PageListJournalTests.journal))) {
      try store.backend.openDocument(Store.document)
    }
    #expect(try store.files() == before)
    try store.become("journal")
    let info = try store.backend.openDocument(Store.document)
    try store.backend.closeDocument()
    try store.become("snapshot")
    #expect(try store.backend.openDocument(Store.document) == info)
    // Level 0 changes the list, and no journal of level 1 can come to continue that.
    try store.backend.deletePage(PageID(rawValue: 1))
    #expect(
      !String(decoding: try store.directory.read(PageListJournalTests.list), as: UTF8.self)
        .contains("generation"))
    try store.become("journal")
    #expect(try store.backend.openDocument(Store.document).pages.map(\.id.rawValue) == [2])
  }

  @Test("A package of level 0 is opened as it is, and gets a journal when something is changed")
  func upgrade() throws {
    let store = try Store("snapshot", pages: 2)
    var page = try store.open()
    try store.draw(&page, id: 1)
    try store.backend.closePage(page.id)
    try store.backend.closeDocument()
    let before = try store.files()
    try store.become("journal")
    var info = try store.backend.openDocument(Store.document)
    #expect(try store.open().hasSameContent(as: page))
    try store.backend.closeDocument()
    #expect(try store.files() == before)
    _ = try store.backend.openDocument(Store.document)
    page = try store.open()
    try store.draw(&page, id: 2)
    #expect(SystemCalls.exists(store.path(Store.journal)))
    for index in [1, 0, 1] {
      try store.backend.movePage(PageID(rawValue: 1), to: index)
      try info.move(PageID(rawValue: 1), to: index)
    }
    try store.restart()
    #expect(try store.backend.listLibrary().map(\.pageCount) == [2])
    #expect(try store.open().hasSameContent(as: page))
    #expect(SystemCalls.exists(store.path(PageListJournalTests.journal)))
  }

  @Test("A folder that is removed or replaced while it is open is not written to", arguments: [true, false])
  func replacedFolder(hasReplacement: Bool) throws {
    let store = try Store("journal", pages: 2)
    var page = try store.open()
    try store.draw(&page, id: 1)
    let root = store.path(Store.package)
    let away = store.path("elsewhere")
    try store.backend.export(to: store.path("copy"))
    try store.draw(&page, id: 2)
    try store.backend.movePage(PageID(rawValue: 1), to: 1)
    try SystemCalls.rename(root, to: away)
    if hasReplacement { try SystemCalls.rename(store.path("copy"), to: root) }
    let before = try store.files()
    var arena = InkArena()
    let edit = Edit.put(.stroke(Store.stroke(id: 3, &arena)), index: 2)
    try page.apply(edit, from: arena)
    let refusal = PackagePlace.replaced(root)
    #expect(throws: refusal) { try store.save(page, [edit], arena) }
    #expect(throws: refusal) { try store.backend.addPage(PageInfo(id: PageID(rawValue: 9)), at: 0) }
    #expect(throws: refusal) { try store.backend.movePage(PageID(rawValue: 1), to: 0) }
    #expect(throws: refusal) { try store.backend.deletePage(PageID(rawValue: 2)) }
    try store.backend.idle(milliseconds: 60_000)
    #expect(throws: StorageError.self) { try store.backend.closeDocument() }
    #expect(try store.files() == before)
    if hasReplacement { try SystemCalls.rename(root, to: store.path("copy")) }
    // Put back, it goes on.
    try SystemCalls.rename(away, to: root)
    try store.save(page, [edit], arena)
    try store.backend.movePage(PageID(rawValue: 1), to: 0)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A journal that is removed while its page is open is missed, and the next save is a snapshot")
  func lostJournal() throws {
    let history = try JournalHistory()
    let store = history.store
    var page = try #require(history.versions.last)
    try SystemCalls.remove(store.path(Store.journal))
    #expect { try store.backend.closePage(page.id) } throws: {
      if case StorageError.damaged(store.path(Store.journal), _) = $0 { true } else { false }
    }
    try store.draw(&page, id: 9_001)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A durable save never goes into a journal that was removed")
  func lostDurableJournal() throws {
    let history = try JournalHistory(durability: .powerDurable)
    let store = history.store
    var page = try #require(history.versions.last)
    usleep(30_000)
    for id in [9_001, 9_002] as [UInt64] { try store.draw(&page, id: id) }
    try SystemCalls.remove(store.path(Store.journal))
    try store.draw(&page, id: 9_003)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A folder that was moved, removed or changed is looked at again, and one that was not is not")
  func folderStamp() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/folder"
    for accident in 0..<4 {
      _ = try SystemCalls.makeDirectory(path)
      _ = try SystemCalls.makeDirectory(path + "/pages")
      usleep(30_000)
      let stamp = try FolderStamp(path)
      #expect(!stamp.isUnchanged)
      #expect(throws: StorageError.misuse("no")) {
        try stamp.renew { () throws(StorageError) in throw .misuse("no") }
      }
      #expect(!stamp.isUnchanged)
      try stamp.renew {}
      #expect(stamp.isUnchanged)
      _ = try directory.write([1], to: "folder/pages/file")
      #expect(stamp.isUnchanged)
      switch accident {
      case 0: try SystemCalls.rename(path, to: path + ".moved")
      case 1: try SystemCalls.rename(path + "/pages", to: path + ".pages")
      case 2: Files.removeTree(path)
      default: _ = try directory.write([1], to: "folder/file")
      }
      #expect(!stamp.isUnchanged, "accident \(accident)")
      Files.removeTree(path)
      // A change of just now may share its time with the next one.
      _ = try SystemCalls.makeDirectory(path)
      let young = try FolderStamp(path)
      try young.renew {}
      #expect(!young.isUnchanged)
      Files.removeTree(path)
    }
  }

  @Test("A journal that is damaged while its page is open costs nothing: the next save is a snapshot")
  func damagedWhileOpen() throws {
    let store = try Store("journal")
    var page = try store.open()
    for id in 1...20 as ClosedRange<UInt64> { try store.draw(&page, id: id, points: 500) }
    var bytes = try store.directory.read(Store.journal)
    #expect(bytes.count > 130 << 10)
    bytes[5_000] ^= 1
    let file = try File(store.path(Store.journal), .update)
    try file.write(bytes.rawSpan, at: 0)
    try store.backend.idle(milliseconds: 5_000)
    try store.draw(&page, id: 99)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }
}
