internal import InkModel

/// The fields of a row of `elements` that are not BLOBs, in the order of its checksum.
///
/// Layout of what the second part of the checksum covers: twelve integers of eight bytes, little endian.
struct ElementRow: BitwiseCopyable {
  var id: Int64
  var page: Int64
  var ordinal: Int64
  var kind: Int64
  var tool: Int64 = 0
  var colour: Int64 = 0
  var width: Int64 = 0
  var dx: Int64 = 0
  var dy: Int64 = 0
  var asset: Int64 = 0
  var contentByteCount: Int64 = 0
  var opaqueByteCount: Int64 = 0

  /// Describes an element that is about to be inserted.
  init(_ element: Element, page: PageID, ordinal: Int64) {
    id = Int64(bitPattern: element.id.rawValue)
    self.page = Int64(bitPattern: page.rawValue)
    self.ordinal = ordinal
    switch element {
    case .stroke(let stroke):
      kind = SQLiteSchema.Kind.stroke.rawValue
      tool = Int64(stroke.ink.tool.rawValue)
      colour = Int64(stroke.ink.colour)
      width = Int64(stroke.ink.width)
      contentByteCount = Int64(stroke.points.count) * Int64(SamplePoint.byteCount)
      opaqueByteCount = Int64(stroke.opaque.count)
    case .image(let image):
      kind = SQLiteSchema.Kind.image.rawValue
      asset = Int64(bitPattern: image.asset.rawValue)
      contentByteCount = Int64(ElementRow.frameByteCount)
    }
  }

  /// Reads the first ten columns of a row that gives `id` to `asset`.
  init(_ row: SQLiteStatement, contentByteCount: Int64, opaqueByteCount: Int64) {
    id = row.integer(0)
    page = row.integer(1)
    ordinal = row.integer(2)
    kind = row.integer(3)
    tool = row.integer(4)
    colour = row.integer(5)
    width = row.integer(6)
    dx = row.integer(7)
    dy = row.integer(8)
    asset = row.integer(9)
    self.contentByteCount = contentByteCount
    self.opaqueByteCount = opaqueByteCount
  }

  static let frameByteCount = 16

  /// The part of the row's checksum that covers these fields.
  var checksum: UInt32 {
    let fields: InlineArray<12, Int64> = [
      id.littleEndian, page.littleEndian, ordinal.littleEndian, kind.littleEndian, tool.littleEndian,
      colour.littleEndian, width.littleEndian, dx.littleEndian, dy.littleEndian, asset.littleEndian,
      contentByteCount.littleEndian, opaqueByteCount.littleEndian,
    ]
    // Integers have no padding that could be uninitialised.
    return unsafe InkStorage.checksum(fields.span.bytes)
  }
}

/// The integers of a checksum, in the eight little-endian bytes that each has there.
func checksum(integers: Int64..., then text: String = "", from earlier: UInt32 = 0) -> UInt32 {
  var buffer = ByteBuffer(capacity: integers.count * 8 + text.utf8.count)
  for integer in integers { buffer.append(littleEndian: UInt64(bitPattern: integer)) }
  buffer.append(text)
  return checksum(buffer.bytes, from: earlier)
}
