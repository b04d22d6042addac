internal import InkModel

/// Changes of the list of pages, each one transaction with the document's row, which vouches for the list.
extension OpenSQLiteDocument {
  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    try changeList { () throws(StorageError) in
      try self.info.add(page, at: index)
      let key = try self.makeRoom(at: index)
      self.pageOrder.insert(page.id, key: key, at: index)
      self.totals[page.id] = PageTotals()
      try self.insertRow(of: page, key: key)
    }
  }

  func deletePage(_ id: PageID) throws(StorageError) {
    try changeList { () throws(StorageError) in
      try self.info.delete(id)
      if let index = self.pageOrder.index(of: id) { self.pageOrder.remove(at: index) }
      self.totals[id] = nil
      let row = Int64(bitPattern: id.rawValue)
      try self.connection.statement("DELETE FROM elements WHERE page = ?").run(row)
      try self.connection.statement("DELETE FROM pages WHERE id = ?").run(row)
    }
    elementOrders[id] = nil
    damaged.remove(id)
  }

  func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    try changeList { () throws(StorageError) in
      try self.info.move(id, to: index)
      if let old = self.pageOrder.index(of: id) { self.pageOrder.remove(at: old) }
      let key = try self.makeRoom(at: index)
      self.pageOrder.insert(id, key: key, at: index)
      try self.setKey(key, of: id)
    }
  }

  /// Changes the list in the database and in memory, or in neither.
  private func changeList(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    let before = (info, pageOrder, totals)
    do throws(StorageError) {
      try connection.transaction { () throws(StorageError) in
        try body()
        try self.writeDocumentRow()
      }
    } catch {
      (info, pageOrder, totals) = before
      throw error
    }
    isModifiedStale = false
  }

  /// A key for a page at a place, after numbering its neighbours anew if there is no room.
  private func makeRoom(at index: Int) throws(StorageError) -> Int64 {
    guard let room = pageOrder.makeRoom(at: index, count: 1), let key = room.newKeys.first else {
      throw .misuse("the document has too many pages")
    }
    for place in room.renumbered { try setKey(pageOrder.keys[place], of: pageOrder.ids[place]) }
    return key
  }

  private func setKey(_ key: Int64, of id: PageID) throws(StorageError) {
    try connection.statement("UPDATE pages SET ordinal = ? WHERE id = ?").run(
      key, Int64(bitPattern: id.rawValue))
  }

  func insertRow(of page: PageInfo, key: Int64) throws(StorageError) {
    try connection.statement(
      """
      INSERT INTO pages(id, ordinal, width, height, created, element_count, image_count, element_digest)
      VALUES(?, ?, ?, ?, ?, 0, 0, 0)
      """
    ).run(
      Int64(bitPattern: page.id.rawValue), key, Int64(page.canvas.width), Int64(page.canvas.height),
      Int64(bitPattern: page.createdMilliseconds))
  }
}
