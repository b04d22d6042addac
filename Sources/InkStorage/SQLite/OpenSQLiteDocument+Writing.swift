internal import InkModel

extension OpenSQLiteDocument {
  /// Carries out the edits of all pages in one transaction.
  func save(_ changes: ChangeSet) throws(StorageError) {
    for change in changes.pages {
      try checkExists(change.page.id)
      guard !damaged.contains(change.page.id) else { throw .readOnlyPage(change.page.id) }
    }
    // The orders leave their place, so that changing them copies nothing. If the transaction fails they don't
    // come back, and the next save reads them from the rows.
    var orders: [(PageID, KeyedOrder<ElementID>)] = []
    try connection.transaction { () throws(StorageError) in
      for change in changes.pages {
        let id = change.page.id
        var order = try self.takeOrder(of: id)
        for edit in change.edits { try self.apply(edit, change.arena, page: id, &order) }
        orders.append((id, order))
      }
    }
    for (id, order) in orders { elementOrders[id] = order }
    noteModified(changes.timeMilliseconds)
  }

  private func takeOrder(of id: PageID) throws(StorageError) -> KeyedOrder<ElementID> {
    if let known = elementOrders.removeValue(forKey: id) { return known }
    let rows = try connection.statement("SELECT id, ordinal FROM elements WHERE page = ? ORDER BY ordinal")
    defer { rows.reset() }
    try rows.bind(1, Int64(bitPattern: id.rawValue))
    var order = KeyedOrder<ElementID>()
    while try rows.step() {
      order.insert(
        ElementID(rawValue: UInt64(bitPattern: rows.integer(0))), key: rows.integer(1), at: order.ids.count)
    }
    return order
  }

  /// Puts rows in the place of all rows of a page.
  func load(_ page: borrowing Page) throws(StorageError) {
    try checkExists(page.id)
    let id = page.id
    let page = copy page
    try connection.transaction { () throws(StorageError) in
      try self.connection.statement("DELETE FROM elements WHERE page = ?").run(Int64(bitPattern: id.rawValue))
      for (element, key) in zip(page.elements, OrderKeys.fresh(count: page.elements.count)) {
        try self.insert(element, page.arena, page: id, key: key)
      }
    }
    elementOrders[id] = nil
  }

  private func apply(
    _ edit: Edit, _ arena: borrowing InkArena, page: PageID, _ order: inout KeyedOrder<ElementID>
  ) throws(StorageError) {
    switch edit {
    case .put(let element, let index):
      try insert([element], arena, page: page, at: index, &order)
    case .remove(let id):
      _ = try remove(id, &order)
    case .replace(let id, let pieces):
      let index = try remove(id, &order)
      try insert(pieces.map(Element.stroke), arena, page: page, at: index, &order)
    case .move(let ids, let dx, let dy):
      for id in ids { try move(id, dx: dx, dy: dy) }
    }
  }

  private func insert(
    _ elements: [Element], _ arena: borrowing InkArena, page: PageID, at index: Int,
    _ order: inout KeyedOrder<ElementID>
  ) throws(StorageError) {
    guard index >= 0, index <= order.ids.count else {
      throw .misuse("an element can't be put at place \(index) of \(order.ids.count)")
    }
    var keys = order.keysForInsertion(at: index, count: elements.count)
    if keys == nil {
      try renumber(&order)
      keys = order.keysForInsertion(at: index, count: elements.count)
    }
    guard let keys else { throw .misuse("page \(page.name) has too many elements") }
    for (offset, element) in elements.enumerated() {
      try insert(element, arena, page: page, key: keys[offset])
      order.insert(element.id, key: keys[offset], at: index + offset)
    }
  }

  /// Deletes a row and returns the place that its element had.
  private func remove(_ id: ElementID, _ order: inout KeyedOrder<ElementID>) throws(StorageError) -> Int {
    guard let index = order.index(of: id) else { throw .missing("element \(id.rawValue) on its page") }
    try connection.statement("DELETE FROM elements WHERE id = ?").run(Int64(bitPattern: id.rawValue))
    order.remove(at: index)
    return index
  }

  /// Shifts a row's element; the sums wrap around at 32 bits, as the model's do.
  private func move(_ id: ElementID, dx: Int32, dy: Int32) throws(StorageError) {
    let row = Int64(bitPattern: id.rawValue)
    let offset = try connection.statement("SELECT dx, dy FROM elements WHERE id = ?")
    try offset.bind(1, row)
    defer { offset.reset() }
    guard try offset.step() else { throw .missing("element \(id.rawValue) on its page") }
    let sums = (
      Int32(truncatingIfNeeded: offset.integer(0)) &+ dx, Int32(truncatingIfNeeded: offset.integer(1)) &+ dy
    )
    try connection.statement("UPDATE elements SET dx = ?, dy = ? WHERE id = ?").run(
      Int64(sums.0), Int64(sums.1), row)
  }

  private func renumber(_ order: inout KeyedOrder<ElementID>) throws(StorageError) {
    order.keys = OrderKeys.fresh(count: order.ids.count)
    let update = try connection.statement("UPDATE elements SET ordinal = ? WHERE id = ?")
    for (id, key) in zip(order.ids, order.keys) { try update.run(key, Int64(bitPattern: id.rawValue)) }
  }

  private func insert(
    _ element: Element, _ arena: borrowing InkArena, page: PageID, key: Int64
  ) throws(StorageError) {
    let row = try connection.statement(
      """
      INSERT INTO elements(id, page, ordinal, kind, tool, colour, width, asset, content, opaque)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    defer { row.reset() }
    try row.bind(1, Int64(bitPattern: element.id.rawValue))
    try row.bind(2, Int64(bitPattern: page.rawValue))
    try row.bind(3, key)
    switch element {
    case .stroke(let stroke):
      try row.bind(4, SQLiteSchema.Kind.stroke.rawValue)
      try row.bind(5, Int64(stroke.ink.tool.rawValue))
      try row.bind(6, Int64(stroke.ink.colour))
      try row.bind(7, Int64(stroke.ink.width))
      // The arena is borrowed until the row is written, so its bytes stay where they are.
      try unsafe row.bindBorrowed(9, arena.points(of: stroke).bytes)
      if stroke.opaque.count > 0 { try unsafe row.bindBorrowed(10, arena.opaque(of: stroke).bytes) }
      _ = try row.step()
    case .image(let image):
      for column: Int32 in 5...7 { try row.bind(column, 0) }
      try row.bind(4, SQLiteSchema.Kind.image.rawValue)
      try row.bind(8, Int64(bitPattern: image.asset.rawValue))
      var frame = ByteBuffer(capacity: 16)
      for value in [image.frame.x, image.frame.y, image.frame.width, image.frame.height] {
        frame.append(littleEndian: value)
      }
      try unsafe row.bindBorrowed(9, frame.bytes)
      _ = try row.step()
      // The buffer must outlive the step above.
      extendLifetime(frame)
    }
  }
}

// MARK: - Assets

extension OpenSQLiteDocument {
  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    let row = try connection.statement("INSERT OR REPLACE INTO assets(id, bytes) VALUES(?, ?)")
    defer { row.reset() }
    try row.bind(1, Int64(bitPattern: id.rawValue))
    // The caller lends the bytes for the length of this call.
    try unsafe row.bindBorrowed(2, bytes)
    _ = try row.step()
  }

  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? {
    let row = try connection.statement("SELECT bytes FROM assets WHERE id = ?")
    defer { row.reset() }
    try row.bind(1, Int64(bitPattern: id.rawValue))
    guard try row.step() else { return nil }
    return try row.withBlob(0) { bytes in unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) } }
  }

  func storedAssets() throws(StorageError) -> [AssetID] {
    let rows = try connection.statement("SELECT id FROM assets ORDER BY id")
    defer { rows.reset() }
    var assets: [AssetID] = []
    while try rows.step() { assets.append(AssetID(rawValue: UInt64(bitPattern: rows.integer(0)))) }
    return assets
  }

  /// Deletes the assets that no element names; called when the document closes, as undo can't reach them
  /// then.
  ///
  /// Damaged pages may name any of them, so then nothing is deleted.
  func removeOrphans() throws(StorageError) {
    guard damaged.isEmpty else { return }
    let orphans = try connection.integer(
      "SELECT count(*) FROM assets WHERE id NOT IN (SELECT asset FROM elements WHERE asset IS NOT NULL)")
    guard let orphans, orphans > 0 else { return }
    try connection.statement(
      "DELETE FROM assets WHERE id NOT IN (SELECT asset FROM elements WHERE asset IS NOT NULL)"
    ).run()
  }
}
