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

  /// Reads a page's rows, each compared with its checksum, and all of them with what the page's row says.
  func readElements(of id: PageID, into page: inout Page) throws(StorageError) -> KeyedOrder<ElementID> {
    let rows = try connection.statement(
      "SELECT \(Self.elementColumns) FROM elements WHERE page = ? ORDER BY ordinal")
    defer { rows.reset() }
    try rows.bind(1, id: id.rawValue)
    var order = KeyedOrder<ElementID>()
    var found = PageTotals()
    try page.fill { (elements, arena) throws(StorageError) in
      while try rows.step() {
        let (row, checksum) = try self.checkedRow(rows)
        elements.append(try self.element(row, rows, &arena))
        order.insert(ElementID(rawValue: UInt64(bitPattern: row.id)), key: row.ordinal, at: order.ids.count)
        found.add(kind: row.kind, checksum: checksum)
      }
    }
    guard let wanted = totals[id], wanted == found else {
      throw .damaged(
        path: connection.path,
        reason: "page \(id.name) has \(found.elements) elements that do not add up to the "
          + "\(totals[id]?.elements ?? 0) that were saved")
    }
    return order
  }

  /// The columns of a row that is read whole; `ElementRow` reads the first ten.
  static let elementColumns =
    "id, page, ordinal, kind, tool, colour, width, dx, dy, asset, checksum, content, opaque"
  private static let checksumColumn: Int32 = 10
  private static let contentColumn: Int32 = 11
  private static let opaqueColumn: Int32 = 12

  /// A row's fields and its checksum, which fits them and the BLOBs.
  func checkedRow(_ row: SQLiteStatement) throws(StorageError) -> (row: ElementRow, checksum: UInt32) {
    let content = try row.withBlob(Self.contentColumn) { bytes in (checksum(bytes), Int64(bytes.byteCount)) }
    let blobs = try row.withBlob(Self.opaqueColumn) { bytes in
      (checksum(bytes, from: content.0), Int64(bytes.byteCount))
    }
    let fields = ElementRow(row, contentByteCount: content.1, opaqueByteCount: blobs.1)
    let sum = blobs.0 &+ fields.checksum
    guard row.integer(Self.checksumColumn) == Int64(sum) else {
      throw damage(fields, "its checksum does not fit its content")
    }
    return (fields, sum)
  }

  private func element(
    _ fields: ElementRow, _ row: SQLiteStatement, _ arena: inout InkArena
  ) throws(StorageError) -> Element {
    let id = ElementID(rawValue: UInt64(bitPattern: fields.id))
    guard let dx = Int32(exactly: fields.dx), let dy = Int32(exactly: fields.dy) else {
      throw damage(fields, "its offset is out of range")
    }
    switch SQLiteSchema.Kind(rawValue: fields.kind) {
    case .stroke:
      guard let tool = UInt8(exactly: fields.tool).flatMap(Tool.init(rawValue:)),
        let colour = UInt32(exactly: fields.colour), let width = UInt16(exactly: fields.width)
      else { throw damage(fields, "its ink is out of range") }
      let first = arena.points.count
      let count = try row.withBlob(Self.contentColumn) { bytes throws(StorageError) in
        guard bytes.byteCount % SamplePoint.byteCount == 0 else {
          throw self.damage(fields, "\(bytes.byteCount) bytes are no whole number of samples")
        }
        arena.append(samples: bytes)
        return bytes.byteCount / SamplePoint.byteCount
      }
      arena.shift(first..<first + count, dx: dx, dy: dy)
      let opaqueStart = arena.opaque.count
      if fields.opaqueByteCount > 0 {
        try row.withBlob(Self.opaqueColumn) { bytes throws(StorageError) in
          for index in 0..<bytes.byteCount { arena.opaque.append(bytes.byte(at: index)) }
        }
      }
      let opaqueCount = arena.opaque.count - opaqueStart
      return .stroke(
        Stroke(
          id: id, ink: Ink(tool: tool, colour: colour, width: width),
          points: ArenaRange(start: first, count: count),
          opaque: opaqueCount == 0 ? .empty : ArenaRange(start: opaqueStart, count: opaqueCount)))
    case .image:
      let frame = try row.withBlob(Self.contentColumn) { bytes throws(StorageError) in
        guard bytes.byteCount == ElementRow.frameByteCount else {
          throw self.damage(fields, "its frame is malformed")
        }
        return Frame(
          x: bytes.int32(at: 0) &+ dx, y: bytes.int32(at: 4) &+ dy, width: bytes.int32(at: 8),
          height: bytes.int32(at: 12))
      }
      let asset = AssetID(rawValue: UInt64(bitPattern: fields.asset))
      return .image(PlacedImage(id: id, frame: frame, asset: asset))
    case nil: throw damage(fields, "its kind is unknown")
    }
  }

  private func damage(_ row: ElementRow, _ reason: String) -> StorageError {
    .damaged(path: connection.path, reason: "element \(UInt64(bitPattern: row.id)): \(reason)")
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
