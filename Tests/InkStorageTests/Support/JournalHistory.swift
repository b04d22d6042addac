import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// A store whose page has been saved some times, and the page as it was after each save.
struct JournalHistory {
  let store: Store
  private(set) var versions: [Page]

  init(
    _ backend: String = "journal", codec: String = "packed", durability: Durability = .processCrash,
    saves: Int = 6, pointsMax: Int = 12
  ) throws {
    store = try Store(backend, codec: codec, durability: durability)
    var page = try store.open()
    versions = [page]
    var edits = ContractEdits(seed: 3)
    edits.pointsMax = pointsMax
    for _ in 0..<saves {
      var arena = InkArena()
      var list: [Edit] = []
      for _ in 0..<3 {
        let edit = edits.next(for: page, &arena)
        try page.apply(edit, from: arena)
        list.append(edit)
      }
      try store.save(page, list, arena)
      versions.append(page)
    }
  }

  /// The journal's bytes.
  func journal() throws -> [UInt8] { try store.directory.read(Store.journal) }

  /// The number of the newest version that a page is like.
  func version(of page: Page) -> Int? { versions.lastIndex { $0.hasSameContent(as: page) } }

  /// The number of the version that the store's snapshot and a journal of the given bytes make.
  func version(replaying journal: [UInt8]) throws -> Int {
    try #require(version(of: try page(replaying: journal)), "the page is no version that was saved")
  }

  private func page(replaying journal: [UInt8]) throws -> Page {
    let environment = StoreEnvironment(
      directory: store.directory.path, durability: store.durability, codec: store.codec)
    var snapshots = PageFileReader(environment)
    var journals = PageEditReader(environment)
    var page = Page(id: PageID(rawValue: 1))
    let header = try snapshots.read(store.path(Store.page), of: page.id, into: &page)
    let path = try store.directory.write(journal, to: "probe.journal")
    _ = try journals.replay(path, generation: header.generation, onto: &page)
    return page
  }

  /// What is said of a journal of the given bytes; nil if it is replayed.
  func damage(in journal: [UInt8], orAnyPage: Bool = false) throws -> String? {
    do {
      let page = try page(replaying: journal)
      if !orAnyPage { #expect(version(of: page) != nil, "the page is no version that was saved") }
      return nil
    } catch StorageError.damaged(let path, let reason) where path.hasSuffix("probe.journal") {
      return reason
    }
  }
}
