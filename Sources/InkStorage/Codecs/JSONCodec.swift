internal import InkModel

/// A page as JSON text, an array of five integers a sample: `[dx,dy,dt,pressure,radius]`.
///
/// The first three are differences from the sample before, from zero for a stroke's first; pressure and
/// radius are absolute. That is about 15.5 bytes a sample of handwriting, as apps with such a format have.
///
///     {"format":"ink-page","version":1,"elements":[
///     {"stroke":"…2a","tool":"pen","colour":"1a1a1aff","width":10,"points":[[100,200,0,500,10],…]},
///     {"stroke":…,"opaque":"<base64>","points":[…]},
///     {"image":"000000000000002b","asset":"00000000000001f4","frame":[0,0,2000,1500]}
///     ]}
///
/// Ids are sixteen hexadecimal digits, because JSON readers in other languages keep only 53 bits of a number.
/// The text is read as strictly as it is written: members in this order and no other white space, so that a
/// page has one spelling and damage shows.
struct JSONCodec: ElementwiseCodec {
  let name = "json"
  let summary = "JSON text, one array a point, about 15.5 bytes a point"

  static let opening = "{\"format\":\"ink-page\",\"version\":1,\"elements\":["
  static let closing = "\n]}\n"

  func begin(_ buffer: inout ByteBuffer) { buffer.append(Self.opening) }

  func separate(isFirst: Bool, _ buffer: inout ByteBuffer) { buffer.append(isFirst ? "\n" : ",\n") }

  func encode(_ element: Element, of page: borrowing Page, into buffer: inout ByteBuffer) {
    switch element {
    case .stroke(let stroke):
      buffer.append(jsonHeadOf: stroke)
      if stroke.opaque.count > 0 {
        buffer.append("\"opaque\":\"")
        buffer.append(base64: page.opaque(of: stroke))
        buffer.append("\",")
      }
      buffer.append("\"points\":[")
      buffer.append(jsonPoints: page.points(of: stroke))
      buffer.append("]}")
    case .image(let image): buffer.append(json: image)
    }
  }

  func end(_ buffer: inout ByteBuffer) { buffer.append(Self.closing) }

  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    // A sample takes at least twelve characters, so this bounds the arena by 4/3 of the text.
    let pointsMax = input.remaining / 12
    try page.fill { (elements, arena) throws(CodecError) in
      arena.points.reserveCapacity(pointsMax)
      try unsafe input.withRemainingTerminatedBytes { text throws(CodecError) in
        var scanner = unsafe JSONPageScanner(terminated: text)
        try scanner.page(into: &elements, &arena)
      }
    }
  }
}

extension ByteBuffer {
  fileprivate mutating func append(jsonHeadOf stroke: Stroke) {
    append("{\"stroke\":\"")
    append(hexadecimal: stroke.id.rawValue, digits: 16)
    append("\",\"tool\":\"")
    append(stroke.ink.tool.jsonName)
    append("\",\"colour\":\"")
    append(hexadecimal: UInt64(stroke.ink.colour), digits: 8)
    append("\",\"width\":")
    append(decimal: stroke.ink.width)
    append(",")
  }

  fileprivate mutating func append(json image: PlacedImage) {
    append("{\"image\":\"")
    append(hexadecimal: image.id.rawValue, digits: 16)
    append("\",\"asset\":\"")
    append(hexadecimal: image.asset.rawValue, digits: 16)
    append("\",\"frame\":[")
    append(decimal: image.frame.x)
    append(",")
    append(decimal: image.frame.y)
    append(",")
    append(decimal: image.frame.width)
    append(",")
    append(decimal: image.frame.height)
    append("]}")
  }

  /// Appends lower-case hexadecimal digits.
  private mutating func append(hexadecimal value: UInt64, digits: Int) {
    for place in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: value >> UInt64(4 * place)) & 15
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension Tool {
  /// The tool's word in the JSON format.
  var jsonName: String {
    switch self {
    case .pen: "pen"
    case .pencil: "pencil"
    case .highlighter: "highlighter"
    }
  }
}
