internal import InkModel

extension OpenSQLiteDocument {
  /// What a page's rows are, while a transaction changes them.
  private struct PageState {
    var id: PageID
    var order: KeyedOrder<ElementID>
    var totals: PageTotals
  }

  /// Carries out the edits of all pages in one transaction.
  func save(_ changes: ChangeSet) throws(StorageError) {
    for change in changes.pages {
      try checkExists(change.page.id)
      guard !damaged.contains(change.page.id) else { throw .readOnlyPage(change.page.id) }
    }
    // The orders leave their place, so that changing them copies nothing. If the transaction fails they don't
    // come back, and the next save reads them from the rows.
    var states: [PageState] = []
    try connection.transaction { () throws(StorageError) in
      for change in changes.pages {
        var state = try self.takeState(of: change.page.id)
        for edit in change.edits { try self.apply(edit, change.arena, &state) }
        try self.writeTotals(state)
        states.append(state)
      }
    }
    for state in states {
      elementOrders[state.id] = state.order
      totals[state.id] = state.totals
    }
    noteSaved(changes)
  }

  private func takeState(of id: PageID) throws(StorageError) -> PageState {
    let known = totals[id] ?? PageTotals()
    if let order = elementOrders.removeValue(forKey: id) {
      return PageState(id: id, order: order, totals: known)
    }
    let rows = try connection.statement("SELECT id, ordinal FROM elements WHERE page = ? ORDER BY ordinal")
    defer { rows.reset() }
    try rows.bind(1, id: id.rawValue)
    var order = KeyedOrder<ElementID>()
    while try rows.step() {
      order.insert(ElementID(rawValue: rows.id(0)), key: rows.integer(1), at: order.ids.count)
    }
    guard order.ids.count == known.elements else {
      throw .damaged(path: connection.path, reason: "page \(id.name) has lost elements; open it to see them")
    }
    return PageState(id: id, order: order, totals: known)
  }

  private func writeTotals(_ state: PageState) throws(StorageError) {
    try connection.statement(.updatePage).run(
      state.totals.elements, state.totals.images, state.totals.digest, Int64(bitPattern: state.id.rawValue))
  }

  /// Puts rows in the place of all rows of a page.
  func load(_ page: borrowing Page) throws(StorageError) {
    try checkExists(page.id)
    let page = copy page
    let cover = (self.cover, isModifiedStale)
    var state = PageState(id: page.id, order: KeyedOrder(), totals: PageTotals())
    do throws(StorageError) {
      try connection.transaction { () throws(StorageError) in
        try self.connection.statement("DELETE FROM elements WHERE page = ?").run(
          Int64(bitPattern: page.id.rawValue))
        for (element, key) in zip(page.elements, OrderKeys.fresh(count: page.elements.count)) {
          try self.insert(element, page.arena, key: key, &state)
        }
        try self.writeTotals(state)
        self.takeCover(of: page)
        try self.flushModified()
      }
    } catch {
      (self.cover, isModifiedStale) = cover
      isCoverStale = true
      throw error
    }
    elementOrders[page.id] = nil
    totals[page.id] = state.totals
    damaged.remove(page.id)
  }

  private func apply(
    _ edit: Edit, _ arena: borrowing InkArena, _ state: inout PageState
  ) throws(StorageError) {
    switch edit {
    case .put(let element, let index):
      try insert([element], arena, at: index, &state)
    case .remove(let id):
      _ = try remove(id, &state)
    case .replace(let id, let pieces):
      let index = try remove(id, &state)
      try insert(pieces.map(Element.stroke), arena, at: index, &state)
    case .move(let ids, let dx, let dy):
      for id in ids { try move(id, dx: dx, dy: dy, &state) }
    }
  }

  private func insert(
    _ elements: [Element], _ arena: borrowing InkArena, at index: Int, _ state: inout PageState
  ) throws(StorageError) {
    guard index >= 0, index <= state.order.ids.count else {
      throw .misuse("an element can't be put at place \(index) of \(state.order.ids.count)")
    }
    guard let room = state.order.makeRoom(at: index, count: elements.count) else {
      throw .misuse("page \(state.id.name) has too many elements")
    }
    for place in room.renumbered { try renumber(place, &state) }
    for (offset, element) in elements.enumerated() {
      try insert(element, arena, key: room.newKeys[offset], &state)
      state.order.insert(element.id, key: room.newKeys[offset], at: index + offset)
    }
  }

  /// Deletes a row and returns the place that its element had.
  private func remove(_ id: ElementID, _ state: inout PageState) throws(StorageError) -> Int {
    guard let index = state.order.index(of: id) else { throw .missing("element \(id.rawValue) on its page") }
    let row = try connection.statement(.deleteElement)
    defer { row.reset() }
    try row.bind(1, id: id.rawValue)
    try row.bind(2, id: state.id.rawValue)
    guard try row.step() else { throw lost(id) }
    state.totals.remove(kind: row.integer(0), checksum: UInt32(truncatingIfNeeded: row.integer(1)))
    _ = try row.step()
    state.order.remove(at: index)
    return index
  }

  /// Shifts a row's element; the sums wrap around at 32 bits, as the model's do.
  private func move(
    _ id: ElementID, dx: Int32, dy: Int32, _ state: inout PageState
  ) throws(StorageError) {
    var (row, checksum) = try fields(of: id, state)
    let old = checksum
    checksum &-= row.checksum
    row.dx = Int64(Int32(truncatingIfNeeded: row.dx) &+ dx)
    row.dy = Int64(Int32(truncatingIfNeeded: row.dy) &+ dy)
    checksum &+= row.checksum
    state.totals.replace(checksum: old, by: checksum)
    try connection.statement(.moveElement).run(row.dx, row.dy, Int64(checksum), row.id)
  }

  /// Gives a row the key that its element has in the order.
  private func renumber(_ place: Int, _ state: inout PageState) throws(StorageError) {
    var (row, checksum) = try fields(of: state.order.ids[place], state)
    let old = checksum
    checksum &-= row.checksum
    row.ordinal = state.order.keys[place]
    checksum &+= row.checksum
    state.totals.replace(checksum: old, by: checksum)
    try connection.statement(.renumberElement).run(row.ordinal, Int64(checksum), row.id)
  }

  /// What is known of a row without reading its BLOBs.
  private func fields(
    of id: ElementID, _ state: PageState
  ) throws(StorageError) -> (row: ElementRow, checksum: UInt32) {
    let row = try connection.statement(.elementFields)
    defer { row.reset() }
    try row.bind(1, id: id.rawValue)
    guard try row.step(), row.id(1) == state.id.rawValue else {
      throw state.order.index(of: id) == nil ? .missing("element \(id.rawValue) on its page") : lost(id)
    }
    return (
      ElementRow(row, contentByteCount: row.integer(11), opaqueByteCount: row.integer(12)),
      UInt32(truncatingIfNeeded: row.integer(10))
    )
  }

  private func lost(_ id: ElementID) -> StorageError {
    .damaged(path: connection.path, reason: "element \(id.rawValue) is gone")
  }

  private func insert(
    _ element: Element, _ arena: borrowing InkArena, key: Int64, _ state: inout PageState
  ) throws(StorageError) {
    let fields = ElementRow(element, page: state.id, ordinal: key)
    let row = try connection.statement(.insertElement)
    defer { row.reset() }
    try row.bind(1, fields.id)
    try row.bind(2, fields.page)
    try row.bind(3, fields.ordinal)
    try row.bind(4, fields.kind)
    try row.bind(5, fields.tool)
    try row.bind(6, fields.colour)
    try row.bind(7, fields.width)
    var blobs: UInt32 = 0
    switch element {
    case .stroke(let stroke):
      blobs = unsafe checksum(arena.points(of: stroke).bytes)
      // The arena is borrowed until the row is written, so its bytes stay where they are.
      try unsafe row.bindBorrowed(10, arena.points(of: stroke).bytes)
      if stroke.opaque.count > 0 {
        blobs = unsafe checksum(arena.opaque(of: stroke).bytes, from: blobs)
        try unsafe row.bindBorrowed(11, arena.opaque(of: stroke).bytes)
      }
      try row.bind(9, Int64(blobs &+ fields.checksum))
      _ = try row.step()
    case .image(let image):
      try row.bind(8, fields.asset)
      var frame = ByteBuffer(capacity: ElementRow.frameByteCount)
      for value in [image.frame.x, image.frame.y, image.frame.width, image.frame.height] {
        frame.append(littleEndian: value)
      }
      blobs = checksum(frame.bytes)
      try unsafe row.bindBorrowed(10, frame.bytes)
      try row.bind(9, Int64(blobs &+ fields.checksum))
      _ = try row.step()
      // The buffer must outlive the step above.
      extendLifetime(frame)
    }
    state.totals.add(kind: fields.kind, checksum: blobs &+ fields.checksum)
  }
}
