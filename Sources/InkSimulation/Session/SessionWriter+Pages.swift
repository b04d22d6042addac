internal import InkModel

/// Opening, turning, adding, deleting and moving pages.
extension SessionWriter {
  /// Opens the document at the page that writing begins on.
  mutating func open() throws(EditError) {
    record(.openDocument)
    if pages.isEmpty {
      turn(to: insertPage(at: 0))
    } else {
      turn(to: pages[workload.session.startPage == .first ? 0 : pages.count - 1].id)
    }
  }

  /// Shows a page and gets ready to write on it.
  mutating func turn(to page: PageID) {
    record(.turnTo(page))
    pageInView = page
    done.removeAll()
    rewriting = nil
    guard sheets[page] == nil else { return }
    // Pages that the session adds are in `sheets` from the start, so this one belongs to the base.
    var content = Page(id: page)
    let scribe = source.write(page: &content, index: Int(page.rawValue) - 1, with: &pen)
    sheets[page] = Sheet(page: content, scribe: scribe)
  }

  /// Goes on to the next page that has room, or adds one.
  mutating func turnIfFull() throws(EditError) {
    guard sheets[pageInView]?.scribe.isFull == true, let place = placeInView else { return }
    wait(workload.pauses.swipeSeconds)
    if place + 1 < pages.count, hasRoom(pages[place + 1].id) {
      turn(to: pages[place + 1].id)
    } else {
      turn(to: insertPage(at: place + 1))
    }
  }

  private func hasRoom(_ page: PageID) -> Bool {
    if let sheet = sheets[page] { return !sheet.scribe.isFull }
    return workload.document.basePageFill < 1
  }

  private var placeInView: Int? { pages.firstIndex { $0.id == pageInView } }

  /// Adds an empty page at a place in the list, without showing it.
  private mutating func insertPage(at index: Int) -> PageID {
    addedPageCount += 1
    let number = Self.firstAddedPage + UInt64(addedPageCount)
    let info = PageInfo(id: PageID(rawValue: number), canvas: workload.canvas, createdMilliseconds: now)
    record(.addPage(info, index: index))
    pages.insert(info, at: index)
    sheets[info.id] = Sheet(
      page: Page(id: info.id), scribe: source.emptyScribe(pageKey: Self.addedPageKey | number))
    return info.id
  }

  /// Pages of the base are numbered below.
  private static let firstAddedPage: UInt64 = 1 << 20
  /// Keeps the random streams of added pages apart from those of the base.
  private static let addedPageKey: UInt64 = 1 << 40

  /// Adds a page although the one in view has room.
  mutating func addPage() {
    guard let place = placeInView else { return }
    wait(workload.pauses.swipeSeconds)
    turn(to: insertPage(at: place + 1))
  }

  /// Deletes a page that is not in view, if there is one.
  mutating func deletePage() {
    let others = pages.filter { $0.id != pageInView }
    guard !others.isEmpty else { return }
    wait(workload.pauses.toolChangeSeconds)
    let page = others[random.below(others.count)].id
    record(.deletePage(page))
    pages.removeAll { $0.id == page }
    sheets[page] = nil
  }

  /// Moves a page to another place in the list, if it has another.
  mutating func movePage() {
    guard pages.count > 1 else { return }
    wait(workload.pauses.toolChangeSeconds)
    let from = random.below(pages.count)
    let to = (from + 1 + random.below(pages.count - 1)) % pages.count
    record(.movePage(pages[from].id, to: to))
    pages.insert(pages.remove(at: from), at: to)
  }

  /// Goes to another page, adds a few strokes and comes back.
  mutating func revisit() throws(EditError) {
    guard pages.count > 1, let place = placeInView else { return }
    let home = pageInView
    let distance = 1 + workload.pages.revisitDistance.count(&random)
    let isAnywhere = random.chance(workload.pages.revisitAnywhereShare)
    var goal = isAnywhere ? random.below(pages.count) : max(0, place - distance)
    if goal == place { goal = (place + 1) % pages.count }
    wait(workload.pauses.swipeSeconds)
    turn(to: pages[goal].id)
    for _ in 0..<max(1, workload.pages.revisitStrokes.count(&random)) { try writeStroke() }
    wait(workload.pauses.swipeSeconds)
    turn(to: home)
  }

  /// Leafs through the document and comes back.
  mutating func browse() {
    guard pages.count > 1, var place = placeInView else { return }
    let home = pageInView
    var direction = random.chance(workload.pages.browsingBackShare) ? -1 : 1
    for _ in 0..<max(1, workload.pages.browsingFlips.count(&random)) {
      if !pages.indices.contains(place + direction) { direction = -direction }
      place += direction
      wait(workload.pages.flipSeconds)
      look(at: pages[place].id)
    }
    wait(workload.pages.flipSeconds)
    if pageInView != home { look(at: home) }
    done.removeAll()
    rewriting = nil
  }

  /// Shows a page without making its content, which takes longer than a flip needs.
  private mutating func look(at page: PageID) {
    record(.turnTo(page))
    pageInView = page
  }
}
