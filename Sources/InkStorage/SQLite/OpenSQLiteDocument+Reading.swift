internal import InkModel

extension OpenSQLiteDocument {
  /// Reads a page's rows in their order; a page that can't be read becomes read-only.
  func read(_ id: PageID, into page: inout Page) throws(StorageError) {
    page.reset(id: id)
    try checkExists(id)
    do throws(StorageError) {
      elementOrders[id] = try readElements(of: id, into: &page)
      damaged.remove(id)
    } catch {
      page.reset(id: id)
      elementOrders[id] = nil
      damaged.insert(id)
      throw error
    }
  }

  private func readElements(of id: PageID, into page: inout Page) throws(StorageError) -> KeyedOrder<
    ElementID
  > {
    let rows = try connection.statement(
      """
      SELECT id, ordinal, kind, tool, colour, width, dx, dy, asset, content, opaque FROM elements
      WHERE page = ? ORDER BY ordinal
      """)
    defer { rows.reset() }
    try rows.bind(1, Int64(bitPattern: id.rawValue))
    var order = KeyedOrder<ElementID>()
    try page.fill { (elements, arena) throws(StorageError) in
      while try rows.step() {
        let element = try self.element(rows, &arena)
        elements.append(element)
        order.insert(element.id, key: rows.integer(1), at: order.ids.count)
      }
    }
    return order
  }

  private func element(_ row: SQLiteStatement, _ arena: inout InkArena) throws(StorageError) -> Element {
    let id = ElementID(rawValue: UInt64(bitPattern: row.integer(0)))
    guard let dx = Int32(exactly: row.integer(6)), let dy = Int32(exactly: row.integer(7)) else {
      throw damage(id, "its offset is out of range")
    }
    switch SQLiteSchema.Kind(rawValue: row.integer(2)) {
    case .stroke:
      guard let tool = UInt8(exactly: row.integer(3)).flatMap(Tool.init(rawValue:)),
        let colour = UInt32(exactly: row.integer(4)), let width = UInt16(exactly: row.integer(5))
      else { throw damage(id, "its ink is out of range") }
      let first = arena.points.count
      let count = try row.withBlob(9) { bytes throws(StorageError) in
        guard bytes.byteCount % SamplePoint.byteCount == 0 else {
          throw self.damage(id, "\(bytes.byteCount) bytes are no whole number of samples")
        }
        arena.append(samples: bytes)
        return bytes.byteCount / SamplePoint.byteCount
      }
      arena.shift(first..<first + count, dx: dx, dy: dy)
      let opaqueStart = arena.opaque.count
      try row.withBlob(10) { bytes throws(StorageError) in
        for index in 0..<bytes.byteCount { arena.opaque.append(bytes.byte(at: index)) }
      }
      let opaqueCount = arena.opaque.count - opaqueStart
      return .stroke(
        Stroke(
          id: id, ink: Ink(tool: tool, colour: colour, width: width),
          points: ArenaRange(start: first, count: count),
          opaque: opaqueCount == 0 ? .empty : ArenaRange(start: opaqueStart, count: opaqueCount)))
    case .image:
      let frame = try row.withBlob(9) { bytes throws(StorageError) in
        guard bytes.byteCount == 16 else { throw self.damage(id, "its frame is malformed") }
        return Frame(
          x: bytes.int32(at: 0) &+ dx, y: bytes.int32(at: 4) &+ dy, width: bytes.int32(at: 8),
          height: bytes.int32(at: 12))
      }
      return .image(
        PlacedImage(id: id, frame: frame, asset: AssetID(rawValue: UInt64(bitPattern: row.integer(8)))))
    case nil: throw damage(id, "its kind is unknown")
    }
  }

  private func damage(_ id: ElementID, _ reason: String) -> StorageError {
    .damaged(path: connection.path, reason: "element \(id.rawValue): \(reason)")
  }
}

extension InkArena {
  /// Appends samples as they lie in a row.
  mutating func append(samples bytes: RawSpan) {
    points.append(addingCapacity: bytes.byteCount / SamplePoint.byteCount) { span in
      unsafe span.withUnsafeMutableBufferPointer { memory, initialized in
        unsafe bytes.withUnsafeBytes { source in
          unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: source)
        }
        initialized = bytes.byteCount / SamplePoint.byteCount
      }
    }
  }

  /// Shifts some samples, wrapping around as moving them on the page does.
  fileprivate mutating func shift(_ range: Range<Int>, dx: Int32, dy: Int32) {
    guard dx != 0 || dy != 0 else { return }
    for index in range {
      points[index].x &+= dx
      points[index].y &+= dy
    }
  }
}
