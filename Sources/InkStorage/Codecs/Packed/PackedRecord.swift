internal import InkModel

/// One element in the table of a packed page.
///
/// Layout, little endian:
///
///      0  id (UInt64)
///      8  kind: 0 stroke, 1 image     9  tool     10  width (UInt16)     12  colour (UInt32)
///     16  a stroke's numbers of samples and of opaque bytes (UInt32 each), or an image's asset (UInt64)
///     24  an image's x, y, width and height (Int32 each)
///
/// Whatever a kind does not use is zero. Where a stroke's data begins follows from the elements before it.
struct PackedRecord {
  var id: UInt64
  var kind: UInt8
  var tool: UInt8 = 0
  var width: UInt16 = 0
  var colour: UInt32 = 0
  var first: UInt32
  var second: UInt32
  var frame = Frame(x: 0, y: 0, width: 0, height: 0)

  static let byteCount = 40

  init(_ element: Element) {
    id = element.id.rawValue
    switch element {
    case .stroke(let stroke):
      kind = 0
      tool = stroke.ink.tool.rawValue
      width = stroke.ink.width
      colour = stroke.ink.colour
      first = stroke.points.count
      second = stroke.opaque.count
    case .image(let image):
      kind = 1
      first = UInt32(truncatingIfNeeded: image.asset.rawValue)
      second = UInt32(truncatingIfNeeded: image.asset.rawValue >> 32)
      frame = image.frame
    }
  }

  /// Reads the record at an offset; the one bounds check is for all of its fields.
  @inline(__always)
  init(_ bytes: RawSpan, at offset: Int) {
    precondition(offset >= 0 && offset <= bytes.byteCount - Self.byteCount)
    @inline(__always)
    func load<Value: FixedWidthInteger & BitwiseCopyable>(_ place: Int) -> Value {
      unsafe Value(
        littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset + place, as: Value.self))
    }
    id = load(0)
    kind = load(8)
    tool = load(9)
    width = load(10)
    colour = load(12)
    first = load(16)
    second = load(20)
    frame = Frame(x: load(24), y: load(28), width: load(32), height: load(36))
  }

  /// The element, whose data begins where that of the elements before it ends.
  @inline(__always)
  func element(number: Int, points: inout Int, opaque: inout Int) throws(CodecError) -> Element {
    switch kind {
    case 0:
      guard let tool = Tool(rawValue: tool) else { throw CodecError("element \(number) has no known tool") }
      // Past this bound an index no longer fits its type; the caller compares the sums with the page's.
      guard points + Int(first) <= UInt32.max, opaque + Int(second) <= UInt32.max else {
        throw CodecError("element \(number) has more samples than a page can hold")
      }
      let stroke = Stroke(
        id: ElementID(rawValue: id), ink: Ink(tool: tool, colour: colour, width: width),
        points: ArenaRange(start: points, count: Int(first)),
        opaque: second == 0 ? .empty : ArenaRange(start: opaque, count: Int(second)))
      points += Int(first)
      opaque += Int(second)
      return .stroke(stroke)
    case 1:
      return .image(
        PlacedImage(
          id: ElementID(rawValue: id), frame: frame,
          asset: AssetID(rawValue: UInt64(first) | UInt64(second) << 32)))
    default: throw CodecError("element \(number) is of the unknown kind \(kind)")
    }
  }
}

extension ByteBuffer {
  /// Appends a record of the element table, in one step because a page has thousands.
  mutating func append(_ record: PackedRecord) {
    unsafe appendUnsafely(upTo: PackedRecord.byteCount) { place in
      unsafe place.storeBytes(of: record.id.littleEndian, as: UInt64.self)
      unsafe place.storeBytes(of: record.kind, toByteOffset: 8, as: UInt8.self)
      unsafe place.storeBytes(of: record.tool, toByteOffset: 9, as: UInt8.self)
      unsafe place.storeBytes(of: record.width.littleEndian, toByteOffset: 10, as: UInt16.self)
      unsafe place.storeBytes(of: record.colour.littleEndian, toByteOffset: 12, as: UInt32.self)
      unsafe place.storeBytes(of: record.first.littleEndian, toByteOffset: 16, as: UInt32.self)
      unsafe place.storeBytes(of: record.second.littleEndian, toByteOffset: 20, as: UInt32.self)
      unsafe place.storeBytes(of: record.frame.x.littleEndian, toByteOffset: 24, as: Int32.self)
      unsafe place.storeBytes(of: record.frame.y.littleEndian, toByteOffset: 28, as: Int32.self)
      unsafe place.storeBytes(of: record.frame.width.littleEndian, toByteOffset: 32, as: Int32.self)
      unsafe place.storeBytes(of: record.frame.height.littleEndian, toByteOffset: 36, as: Int32.self)
      return PackedRecord.byteCount
    }
  }
}
