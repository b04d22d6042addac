internal import InkModel

/// A page as JSON text, in one of two layouts of a stroke's samples.
///
/// `json` has an array of five integers a sample, `[dx,dy,dt,pressure,radius]`: the first three are
/// differences from the sample before, from zero for a stroke's first; pressure and radius are absolute. That
/// is about 15.5 bytes a sample of handwriting, as apps with such a format have.
///
///     {"format":"ink-page","version":1,"elements":[
///     {"stroke":"…2a","tool":"pen","colour":"1a1a1aff","width":10,"points":[[100,200,0,500,10],…]},
///     {"stroke":…,"opaque":"<base64>","points":[…]},
///     {"image":"000000000000002b","asset":"00000000000001f4","frame":[0,0,2000,1500]}
///     ]}
///
/// `json-delta` has one flat array a stroke, five numbers a sample and all of them differences, also of
/// pressure and radius; otherwise it is the same. That is about 12 bytes a sample.
///
///     {"format":"ink-page-delta","version":1,"elements":[
///     {"stroke":"…2a","tool":"pen","colour":"1a1a1aff","width":10,"points":[100,200,0,500,10,3,-2,4,…]},
///     …
///
/// Each line ends with a new line (byte 10), the last one too. Ids are sixteen hexadecimal digits, because
/// JSON readers in other languages keep only 53 bits of a number; a colour is eight, red first and opacity
/// last. The text is read as strictly as it is written: members in this order and no other white space, so
/// that a page has one spelling and damage shows. Nothing is lost.
struct JSONCodec: ElementwiseCodec {
  let name: String
  let summary: String
  let layout: JSONLayout

  static let version = 1
  static let closing = "\n]}\n"

  init(layout: JSONLayout) {
    self.layout = layout
    switch layout {
    case .points:
      name = "json"
      summary = "JSON text, one array a point, about 15.5 bytes a point"
    case .differences:
      name = "json-delta"
      summary = "JSON text, one array of differences a stroke, about 12 bytes a point"
    }
  }

  func begin(_ buffer: inout ByteBuffer) {
    buffer.append(layout.opening)
    buffer.append(decimal: Self.version)
    buffer.append(",\"elements\":[")
  }

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
      switch layout {
      case .points: buffer.append(jsonPoints: page.points(of: stroke))
      case .differences: buffer.append(jsonDifferences: page.points(of: stroke))
      }
      buffer.append("]}")
    case .image(let image): buffer.append(json: image)
    }
  }

  func end(_ buffer: inout ByteBuffer) { buffer.append(Self.closing) }

  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    let pointsMax = input.remaining / layout.sampleTextMin
    try page.fill { (elements, arena) throws(CodecError) in
      arena.points.reserveCapacity(pointsMax)
      try unsafe input.withRemainingTerminatedBytes { text throws(CodecError) in
        var scanner = unsafe JSONPageScanner(terminated: text, layout: layout)
        try scanner.page(into: &elements, &arena)
      }
    }
  }
}

extension JSONLayout {
  /// What a page's text begins with, up to the number of its version.
  var opening: String {
    switch self {
    case .points: "{\"format\":\"ink-page\",\"version\":"
    case .differences: "{\"format\":\"ink-page-delta\",\"version\":"
    }
  }

  /// The shortest spelling of a sample: five digits, with commas and brackets.
  ///
  /// It bounds a page's samples by its text, to 1.6 bytes of memory a character at most.
  var sampleTextMin: Int {
    switch self {
    case .points: 12
    case .differences: 10
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
