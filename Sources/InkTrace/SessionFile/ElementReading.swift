internal import FoundationEssentials
internal import InkModel

/// Reads strokes and images, whose data goes to the end of an arena.
struct ElementReading {
  /// Draws strokes whose samples were dropped; nil in a session whose strokes have them.
  var drawing: ExtentReading?

  /// A stroke, read from its object.
  func stroke(_ cursor: inout JSONCursor, into arena: inout InkArena) throws(JSONFault) -> Stroke {
    if let drawing { return try drawing.stroke(&cursor, into: &arena) }
    var keys = KeyCheck("id", "tool", "colour", "width", "points", "opaque")
    var stroke = Stroke(id: ElementID(rawValue: 0), ink: Ink(), points: .empty)
    try cursor.object { (key, cursor) throws(JSONFault) in
      try keys.note(key, cursor)
      switch key {
      case "id": stroke.id = ElementID(rawValue: try SessionValue.identifier(&cursor))
      case "tool": stroke.ink.tool = try Self.tool(&cursor)
      case "colour": stroke.ink.colour = try Self.colour(&cursor)
      case "width": stroke.ink.width = try cursor.integer(as: UInt16.self)
      case "points": stroke.points = try Self.points(&cursor, into: &arena.points)
      default: stroke.opaque = try Self.opaque(&cursor, into: &arena.opaque)
      }
    }
    try keys.finish(cursor, optional: "opaque")
    return stroke
  }

  /// An image, read from its object.
  func image(_ cursor: inout JSONCursor) throws(JSONFault) -> PlacedImage {
    var keys = KeyCheck("id", "asset", "x", "y", "width", "height")
    var image = PlacedImage(
      id: ElementID(rawValue: 0), frame: Frame(x: 0, y: 0, width: 0, height: 0), asset: AssetID(rawValue: 0))
    try cursor.object { (key, cursor) throws(JSONFault) in
      try keys.note(key, cursor)
      switch key {
      case "id": image.id = ElementID(rawValue: try SessionValue.identifier(&cursor))
      case "asset": image.asset = AssetID(rawValue: try SessionValue.identifier(&cursor))
      case "x": image.frame.x = try cursor.integer(as: Int32.self)
      case "y": image.frame.y = try cursor.integer(as: Int32.self)
      case "width": image.frame.width = try cursor.integer(as: Int32.self)
      default: image.frame.height = try cursor.integer(as: Int32.self)
      }
    }
    try keys.finish(cursor)
    return image
  }

  /// The line of an inline base's page.
  func page(_ cursor: inout JSONCursor, expecting id: PageID) throws(JSONFault) -> Page {
    var keys = KeyCheck("page", "elements")
    var page = Page(id: id)
    try cursor.object { (key, cursor) throws(JSONFault) in
      try keys.note(key, cursor)
      if key == "page" {
        let found = PageID(rawValue: try SessionValue.identifier(&cursor))
        guard found == id else {
          throw cursor.fault("page \(found.name) stands where page \(id.name) was expected")
        }
        return
      }
      try page.fill { (elements, arena) throws(JSONFault) in
        try cursor.array { cursor throws(JSONFault) in
          elements.append(try element(&cursor, into: &arena))
        }
      }
    }
    try keys.finish(cursor)
    return page
  }

  private func element(
    _ cursor: inout JSONCursor, into arena: inout InkArena
  ) throws(JSONFault) -> Element {
    try cursor.expect("{")
    let key = try cursor.string()
    try cursor.expect(":")
    let element: Element
    switch key {
    case "stroke": element = .stroke(try stroke(&cursor, into: &arena))
    case "image": element = .image(try image(&cursor))
    default: throw cursor.fault("unknown key '\(key)': known: stroke, image")
    }
    try cursor.expect("}")
    return element
  }

  private static func points(
    _ cursor: inout JSONCursor, into points: inout [SamplePoint]
  ) throws(JSONFault) -> ArenaRange {
    let start = points.count
    try cursor.samples(appendingTo: &points, upTo: TraceLimits.pointCountMax)
    return ArenaRange(start: start, count: points.count - start)
  }

  private static func opaque(
    _ cursor: inout JSONCursor, into opaque: inout [UInt8]
  ) throws(JSONFault) -> ArenaRange {
    let text = try cursor.string()
    guard let bytes = Data(base64Encoded: text) else { throw cursor.fault("opaque bytes are no base64") }
    guard opaque.count + bytes.count <= TraceLimits.opaqueByteCountMax else {
      throw cursor.fault(
        "the session has more than \(TraceLimits.opaqueByteCountMax) opaque bytes; divide it")
    }
    guard !bytes.isEmpty else { return .empty }
    let range = ArenaRange(start: opaque.count, count: bytes.count)
    opaque.append(contentsOf: bytes)
    return range
  }

  static func tool(_ cursor: inout JSONCursor) throws(JSONFault) -> Tool {
    let name = try cursor.string()
    guard let tool = ToolName.tool(named: name) else {
      throw cursor.fault("unknown tool '\(name)': \(suggestion(for: name, among: ToolName.all))")
    }
    return tool
  }

  static func colour(_ cursor: inout JSONCursor) throws(JSONFault) -> UInt32 {
    let text = try cursor.string()
    guard let value = SessionValue.hexadecimal(text, digitCount: 8) else {
      throw cursor.fault("'\(text)' is no colour: eight hexadecimal digits were expected")
    }
    return UInt32(value)
  }
}
