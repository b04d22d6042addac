import InkModel
import InkStorage

/// Our app's format: element after element, each a kind, its fields and its data, little endian.
struct OurCodec: PageCodec {
  let name = "ours"
  let summary = "Our app's format: elements one after another, nothing compressed."

  private enum Kind: UInt8 {
    case stroke = 1
    case image = 2
  }

  func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {
    for element in page.elements {
      switch element {
      case .stroke(let stroke): encode(stroke, of: page, into: &buffer)
      case .image(let image): encode(image, into: &buffer)
      }
    }
  }

  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    var reader = try input.withRemainingBytes { bytes throws(CodecError) in
      FieldReader(bytes: bytes.withUnsafeBytes { Array($0) })
    }
    while !reader.isAtEnd {
      switch Kind(rawValue: try reader.read(UInt8.self)) {
      case .stroke: try decodeStroke(&reader, into: &page)
      case .image: page.append(.image(try decodeImage(&reader)), from: InkArena())
      case nil: throw CodecError("byte \(reader.offset - 1): no such kind of element")
      }
    }
  }

  private func encode(_ stroke: Stroke, of page: borrowing Page, into buffer: inout ByteBuffer) {
    buffer.append(Kind.stroke.rawValue)
    buffer.append(littleEndian: stroke.id.rawValue)
    buffer.append(stroke.ink.tool.rawValue)
    buffer.append(littleEndian: stroke.ink.colour)
    buffer.append(littleEndian: stroke.ink.width)
    let points = page.points(of: stroke)
    buffer.append(littleEndian: UInt32(points.count))
    for index in points.indices {
      buffer.append(littleEndian: points[index].x)
      buffer.append(littleEndian: points[index].y)
      buffer.append(littleEndian: points[index].t)
      buffer.append(littleEndian: points[index].pressure)
      buffer.append(littleEndian: points[index].radius)
    }
    let opaque = page.opaque(of: stroke)
    buffer.append(littleEndian: UInt32(opaque.count))
    for index in opaque.indices { buffer.append(opaque[index]) }
  }

  private func encode(_ image: PlacedImage, into buffer: inout ByteBuffer) {
    buffer.append(Kind.image.rawValue)
    buffer.append(littleEndian: image.id.rawValue)
    buffer.append(littleEndian: image.frame.x)
    buffer.append(littleEndian: image.frame.y)
    buffer.append(littleEndian: image.frame.width)
    buffer.append(littleEndian: image.frame.height)
    buffer.append(littleEndian: image.asset.rawValue)
  }

  private func decodeStroke(_ reader: inout FieldReader, into page: inout Page) throws(CodecError) {
    let id = ElementID(rawValue: try reader.read(UInt64.self))
    guard let tool = Tool(rawValue: try reader.read(UInt8.self)) else {
      throw CodecError("byte \(reader.offset - 1): no such tool")
    }
    let ink = Ink(tool: tool, colour: try reader.read(UInt32.self), width: try reader.read(UInt16.self))
    var points: [SamplePoint] = []
    for _ in 0..<(try reader.readCount(itemBytes: SamplePoint.byteCount)) {
      points.append(
        SamplePoint(
          x: try reader.read(Int32.self), y: try reader.read(Int32.self), t: try reader.read(UInt32.self),
          pressure: try reader.read(UInt16.self), radius: try reader.read(UInt16.self)))
    }
    var opaque: [UInt8] = []
    for _ in 0..<(try reader.readCount(itemBytes: 1)) { opaque.append(try reader.read(UInt8.self)) }
    page.appendStroke(id: id, ink: ink, points: points.span, opaque: opaque.span)
  }

  private func decodeImage(_ reader: inout FieldReader) throws(CodecError) -> PlacedImage {
    PlacedImage(
      id: ElementID(rawValue: try reader.read(UInt64.self)),
      frame: Frame(
        x: try reader.read(Int32.self), y: try reader.read(Int32.self), width: try reader.read(Int32.self),
        height: try reader.read(Int32.self)),
      asset: AssetID(rawValue: try reader.read(UInt64.self)))
  }
}
