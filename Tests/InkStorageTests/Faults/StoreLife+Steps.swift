import InkModel
import InkTestFixtures

@testable import InkStorage

/// The steps of a life: every call of the protocol, each thing that an app does a step.
extension StoreLife {
  static let steps: [Step] = [
    step("start") { life throws(StorageError) in
      if life.backend == nil { life.backend = try life.type.init(life.environment) }
    },
    changing(
      "create",
      { truth in
        truth.info = Fixtures.document(pages: 2)
        for page in Fixtures.document(pages: 2).pages { truth.pages[page.id] = Page(id: page.id) }
      }
    ) { life throws(StorageError) in
      try life.store.createDocument(Fixtures.document(pages: 2))
      life.isDocumentOpen = true
    },
    load, close, open, read,
    save("save", [1: [.stroke(100)]]),
    save("save an image", image: 7, [1: [.stroke(101), .image(102, 7)]]),
    save("save two pages", [1: [.move(100), .stroke(103)], 2: [.stroke(200), .remove(20)]]),
    restart, open, read,
    save("save after a crash", [1: [.stroke(104)]]),
    changing("add a page", { $0.add(9, at: 0) }) { life throws(StorageError) in
      try life.store.addPage(PageInfo(id: PageID(rawValue: 9)), at: 0)
    },
    save("save the new page", [9: [.stroke(900)]]),
    changing("move a page", { $0.move(2, to: 0) }) { life throws(StorageError) in
      try life.store.movePage(PageID(rawValue: 2), to: 0)
    },
    step("idle") { life throws(StorageError) in try life.store.idle(milliseconds: 60_000) },
    step("background") { life throws(StorageError) in try life.store.background(deadlineMilliseconds: 5_000)
    },
    step("close a page") { life throws(StorageError) in try life.store.closePage(PageID(rawValue: 2)) },
    changing("delete a page", { $0.delete(2) }) { life throws(StorageError) in
      try life.store.deletePage(PageID(rawValue: 2))
    },
    step("export") { life throws(StorageError) in
      let suffix = [".lnote", ".notebook", ".sqlite"].first {
        SystemCalls.exists(life.environment.directory + "/0000000000000d0c" + $0)
      }
      try life.store.export(to: life.root + "/export/0000000000000d0c" + (suffix ?? ""))
      life.exported = life.truth
    },
    step("list") { life throws(StorageError) in
      let shelf = try life.store.listLibrary().map { "\($0.title) \($0.pageCount)" }
      guard shelf == ["Fixture 2"] else { throw .misuse("the shelf shows \(shelf)") }
    },
    save("save before closing", [1: [.remove(101)]]),
    close, open, read, close,
  ]

  /// The backend; there is always one after the first step.
  private var store: any StorageBackend {
    get throws(StorageError) {
      guard let backend else { throw .misuse("no backend") }
      return backend
    }
  }

  private static func step(
    _ name: String, _ calls: @escaping @Sendable (StoreLife) throws(StorageError) -> Void
  ) -> Step {
    Step(name: name, intended: { $0 }, calls: calls)
  }

  private static func changing(
    _ name: String, _ change: @escaping @Sendable (inout Truth) -> Void,
    _ calls: @escaping @Sendable (StoreLife) throws(StorageError) -> Void
  ) -> Step {
    Step(
      name: name,
      intended: { truth in
        var truth = truth
        change(&truth)
        return truth
      }, calls: calls)
  }
}

// MARK: - Documents

extension StoreLife {
  private static let open = step("open") { life throws(StorageError) in
    guard !life.isDocumentOpen else { return }
    let found = try life.store.openDocument(Fixtures.document(pages: 0).id)
    life.isDocumentOpen = true
    guard found == life.truth.info else { throw .misuse("another list of pages was opened") }
  }

  private static let read = step("read") { life throws(StorageError) in
    var page = Page(id: PageID(rawValue: 0))
    for (id, wanted) in life.truth.pages.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try life.store.openPage(id, into: &page)
      guard page.hasSameContent(as: wanted) else { throw .misuse("page \(id.rawValue) reads otherwise") }
    }
  }

  private static let close = step("close") { life throws(StorageError) in
    guard life.isDocumentOpen else { return }
    try life.store.closeDocument()
    life.isDocumentOpen = false
  }

  /// The process ends and another one begins.
  private static let restart = step("restart") { life throws(StorageError) in
    life.backend = nil
    life.isDocumentOpen = false
    life.backend = try life.type.init(life.environment)
  }

  private static let load: Step = {
    let image = AssetID(rawValue: 500)
    var first = Fixtures.page(strokes: 3, pointsPerStroke: 4)
    first.append(
      .image(
        PlacedImage(id: ElementID(rawValue: 50), frame: Frame(x: 0, y: 0, width: 9, height: 9), asset: image)),
      from: InkArena())
    // One id names one element of a document.
    let second = change(Page(id: PageID(rawValue: 2)), [.stroke(20), .stroke(21)]).page
    let pages = [first, second]
    return changing("load", { truth in for page in pages { truth.pages[page.id] = page } }) {
      life throws(StorageError) in
      life.assets[image] = Array("loaded image".utf8)
      try life.store.insertAsset(image, bytes: Array("loaded image".utf8).rawSpan)
      for page in pages { try life.store.loadPage(page) }
      try life.store.finishLoading()
    }
  }()
}

// MARK: - Saves

extension StoreLife {
  /// An edit, as little of it as names it.
  private enum Change: Sendable {
    case stroke(UInt64)
    case image(UInt64, UInt64)
    case remove(UInt64)
    case move(UInt64)

    func edit(of page: Page, _ arena: inout InkArena) -> Edit {
      switch self {
      case .stroke(let id):
        .put(.stroke(Store.stroke(id: id, points: 4, &arena)), index: page.elements.count)
      case .image(let id, let asset):
        .put(
          .image(
            PlacedImage(
              id: ElementID(rawValue: id), frame: Frame(x: 1, y: 1, width: 5, height: 5),
              asset: AssetID(rawValue: asset))), index: 0)
      case .remove(let id): .remove(ElementID(rawValue: id))
      case .move(let id): .move([ElementID(rawValue: id)], dx: 3, dy: -3)
      }
    }
  }

  /// The edits of a page, and the page as it is after them.
  private static func change(_ page: Page, _ changes: [Change]) -> PageChange {
    var page = page
    var arena = InkArena()
    var edits: [Edit] = []
    for change in changes {
      let edit = change.edit(of: page, &arena)
      do { try page.apply(edit, from: arena) } catch { preconditionFailure("\(error)") }
      edits.append(edit)
    }
    return PageChange(page: page, edits: edits, arena: arena)
  }

  private static func save(_ name: String, image: UInt64? = nil, _ changes: [UInt64: [Change]]) -> Step {
    let changes = changes.sorted { $0.key < $1.key }.map { (PageID(rawValue: $0.key), $0.value) }
    var step = changing(
      name,
      { truth in
        for (id, list) in changes { truth.pages[id] = truth.pages[id].map { change($0, list).page } }
      }
    ) { life throws(StorageError) in
      if let image {
        let bytes = [UInt8](repeating: UInt8(image), count: life.imageByteCount)
        life.assets[AssetID(rawValue: image)] = bytes
        try life.store.insertAsset(AssetID(rawValue: image), bytes: bytes.rawSpan)
      }
      var pages: [PageChange] = []
      for (id, list) in changes where !life.donePages.contains(id) {
        guard let page = life.truth.pages[id] else { throw .misuse("page \(id.rawValue) is not there") }
        pages.append(change(page, list))
      }
      try life.store.save(ChangeSet(reason: .autosave, timeMilliseconds: 500, pages: pages))
    }
    step.isSave = true
    return step
  }
}

extension Truth {
  fileprivate mutating func add(_ id: UInt64, at index: Int) {
    let page = PageID(rawValue: id)
    info?.pages.insert(PageInfo(id: page), at: index)
    pages[page] = Page(id: page)
  }

  fileprivate mutating func move(_ id: UInt64, to index: Int) {
    guard let old = info?.pages.firstIndex(where: { $0.id.rawValue == id }),
      let page = info?.pages.remove(at: old)
    else { return }
    info?.pages.insert(page, at: index)
  }

  fileprivate mutating func delete(_ id: UInt64) {
    info?.pages.removeAll { $0.id.rawValue == id }
    pages[PageID(rawValue: id)] = nil
  }
}
