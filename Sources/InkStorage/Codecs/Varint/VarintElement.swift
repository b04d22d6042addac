internal import InkModel

/// An element of a varint page.
///
/// Layout, each number a varint or, where it may be negative, a difference of `VarintCodec`:
///
///     a stroke   a byte, 0, 1 or 2: the tool; id, as the difference from the element before, modulo 2⁶⁴;
///                colour (UInt32, little endian); width; number of samples; number of opaque bytes
///     an image   a byte, 255; id, as above; asset; frame: x, y, width, height, each as the difference from 0
enum VarintElement {
  static let imageMark: UInt8 = 255
  /// The shortest element: an image of zeros.
  static let byteCountMin = 7
  /// The longest: an image of the longest numbers.
  static let byteCountMax = 1 + 10 + 10 + 4 * 5
}

extension ByteBuffer {
  /// Appends an element, its id as the difference from that of the element before.
  mutating func append(varintElement element: Element, after lastID: UInt64) {
    unsafe appendUnsafely(upTo: VarintElement.byteCountMax) { memory in
      var place = unsafe memory
      func byte(_ value: UInt8) {
        unsafe place.storeBytes(of: value, as: UInt8.self)
        unsafe place += 1
      }
      func number(_ value: UInt64) { unsafe place = Varint.write(value, at: place) }
      let id = Varint.zigzag(Int64(bitPattern: element.id.rawValue &- lastID))
      switch element {
      case .stroke(let stroke):
        byte(stroke.ink.tool.rawValue)
        number(id)
        unsafe place.storeBytes(of: stroke.ink.colour.littleEndian, as: UInt32.self)
        unsafe place += 4
        number(UInt64(stroke.ink.width))
        number(UInt64(stroke.points.count))
        number(UInt64(stroke.opaque.count))
      case .image(let image):
        byte(VarintElement.imageMark)
        number(id)
        number(image.asset.rawValue)
        for side in [image.frame.x, image.frame.y, image.frame.width, image.frame.height] {
          number(UInt64(Varint.zigzag(side)))
        }
      }
      return unsafe place - memory
    }
  }
}

extension VarintReader {
  /// Takes a page's elements, which have to hold the promised numbers of samples and opaque bytes.
  mutating func elements(
    _ count: Int, points: Int, opaque: Int, into elements: inout [Element]
  ) throws(CodecError) {
    guard count <= remaining / VarintElement.byteCountMin else {
      throw CodecError("\(count) elements are promised and \(remaining) bytes are left")
    }
    elements.reserveCapacity(count)
    var id: UInt64 = 0
    var pointsEnd = 0
    var opaqueEnd = 0
    for number in 0..<count {
      let mark = try byte()
      id &+= UInt64(bitPattern: Varint.unzigzag(try longVarint()))
      guard mark != VarintElement.imageMark else {
        elements.append(.image(try image(id: ElementID(rawValue: id))))
        continue
      }
      guard let tool = Tool(rawValue: mark) else { throw CodecError("element \(number) has no known tool") }
      let colour = try uint32()
      guard let width = UInt16(exactly: try varint()) else {
        throw CodecError("element \(number) is too wide")
      }
      let pointCount = Int(try varint())
      let opaqueCount = Int(try varint())
      guard pointCount <= points - pointsEnd, opaqueCount <= opaque - opaqueEnd else {
        throw CodecError("the elements hold more samples or opaque bytes than the page")
      }
      elements.append(
        .stroke(
          Stroke(
            id: ElementID(rawValue: id), ink: Ink(tool: tool, colour: colour, width: width),
            points: ArenaRange(start: pointsEnd, count: pointCount),
            opaque: opaqueCount == 0 ? .empty : ArenaRange(start: opaqueEnd, count: opaqueCount))))
      pointsEnd += pointCount
      opaqueEnd += opaqueCount
    }
    guard pointsEnd == points, opaqueEnd == opaque else {
      throw CodecError("the elements hold fewer samples or opaque bytes than the page")
    }
  }

  private mutating func image(id: ElementID) throws(CodecError) -> PlacedImage {
    let asset = AssetID(rawValue: try longVarint())
    let x = Varint.unzigzag(try varint())
    let y = Varint.unzigzag(try varint())
    let width = Varint.unzigzag(try varint())
    let height = Varint.unzigzag(try varint())
    return PlacedImage(id: id, frame: Frame(x: x, y: y, width: width, height: height), asset: asset)
  }
}
