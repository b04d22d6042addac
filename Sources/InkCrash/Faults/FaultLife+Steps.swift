internal import InkModel
internal import InkReplay
internal import InkStorage

extension FaultLife {
  /// Carries out a step of the plan; false if the life ends with it.
  func carryOut(_ step: Step) -> Bool {
    switch step.action {
    case .edit(let event): return apply(event)
    case .insertAsset(let id, let byteCount):
      pendingAssets.append((id, byteCount))
      return attempt(step.action, isNeeded: false, insertAssets) != .ended
    case .save(let reason, let ids): return save(ids, reason, step)
    case .openDocument, .terminateAndRecover: return open(step.action)
    case .openPage(let id): return openPage(id, step.action)
    case .closePage(let id):
      guard !pendingPages.contains(id) else {
        leftPages.append(id)
        return true
      }
      return closePage(id)
    case .addPage(let page, let index):
      return need(step.action) { store throws(StorageError) in try store.addPage(page, at: index) }
    case .deletePage(let id):
      return need(step.action) { store throws(StorageError) in try store.deletePage(id) }
    case .movePage(let id, let index):
      return need(step.action) { store throws(StorageError) in try store.movePage(id, to: index) }
    case .closeDocument:
      return need(step.action) { store throws(StorageError) in try store.closeDocument() }
    case .idle(let milliseconds):
      return like(step.action) { store throws(StorageError) in try store.idle(milliseconds: milliseconds) }
    case .background:
      return like(step.action) { store throws(StorageError) in
        try store.background(deadlineMilliseconds: Self.backgroundDeadlineMilliseconds)
      }
    case .listLibrary:
      return like(step.action) { store throws(StorageError) in _ = try store.listLibrary() }
    case .export:
      defer { Platform.removeAll(exportPath) }
      return like(step.action) { store throws(StorageError) in
        Platform.removeAll(self.exportPath)
        try store.export(to: self.exportPath)
      }
    }
  }

  /// What iOS gives an app that goes to the background.
  private static let backgroundDeadlineMilliseconds: UInt64 = 5_000

  /// Makes a call that the app can't go on without.
  private func need(
    _ action: Step.Action, _ call: (any StorageBackend) throws(StorageError) -> Void
  ) -> Bool {
    attempt(action, isNeeded: true) { () throws(StorageError) in try call(try opened()) } == .done
  }

  /// Makes a call that the app can do without.
  private func like(
    _ action: Step.Action, _ call: (any StorageBackend) throws(StorageError) -> Void
  ) -> Bool {
    attempt(action, isNeeded: false) { () throws(StorageError) in try call(try opened()) } != .ended
  }

  private func opened() throws(StorageError) -> any StorageBackend {
    guard let store else { throw .misuse("the document is not open") }
    return store
  }

  private func apply(_ event: Int) -> Bool {
    guard case .edit(let page, let edit, _) = session.events[event].action else { return true }
    do throws(ReplayError) { try pages.apply(edit, to: page, from: session.arena) } catch {
      return found("the page that was opened can't take an edit: \(error)")
    }
    return true
  }

  private func open(_ action: Step.Action) -> Bool {
    if action == .terminateAndRecover {
      store = nil
      pages.removeAll()
    }
    var document: DocumentInfo?
    let isOpen = attempt(action, isNeeded: true) { () throws(StorageError) in
      if store == nil { store = try backend.init(environment) }
      document = try store?.openDocument(session.base.document.id)
    }
    guard isOpen == .done else { return false }
    guard document?.pages == history.pages(by: number) else {
      return found("the list of pages is not the one that was saved")
    }
    return true
  }

  private func openPage(_ id: PageID, _ action: Step.Action) -> Bool {
    if let index = leftPages.firstIndex(of: id) {
      leftPages.remove(at: index)
      return true
    }
    var page = pages.takeMemory(for: id)
    guard need(action, { store throws(StorageError) in try store.openPage(id, into: &page) }) else {
      return false
    }
    guard isAsSaved(page) else { return false }
    pages.insert(page)
    return true
  }

  private func closePage(_ id: PageID) -> Bool {
    guard need(.closePage(id), { store throws(StorageError) in try store.closePage(id) }) else {
      return false
    }
    pages.close(id)
    return true
  }

  /// What the next save of the plan may still keep: whether there is one before anything that wants all ink
  /// saved.
  private var maySaveLater: Bool {
    for step in plan.steps[number...] {
      switch step.action {
      case .save: return true
      case .edit, .idle, .openPage, .closePage, .background, .listLibrary, .export, .insertAsset: continue
      default: return false
      }
    }
    return false
  }

  private func insertAssets() throws(StorageError) {
    while let asset = pendingAssets.first {
      let bytes = AssetBytes.make(asset.id, byteCount: asset.byteCount)
      // Unsafe to the compiler only: the bytes of integers have no padding.
      try unsafe opened().insertAsset(asset.id, bytes: bytes.span.bytes)
      pendingAssets.removeFirst()
    }
  }

  private func save(_ ids: [PageID], _ reason: SaveReason, _ step: Step) -> Bool {
    for id in ids where !pendingPages.contains(id) { pendingPages.append(id) }
    let saved = attempt(step.action, isNeeded: !maySaveLater) { () throws(StorageError) in
      // An asset before the page that shows it.
      try insertAssets()
      try opened().save(
        pages.changes(of: pendingPages, reason: reason, at: step.startMilliseconds, arena: session.arena)
          .changes)
    }
    guard saved == .done else { return saved == .left }
    pages.acknowledge(pendingPages)
    pendingPages.removeAll()
    while let id = leftPages.first {
      guard closePage(id) else { return false }
      leftPages.removeFirst()
    }
    return true
  }
}
