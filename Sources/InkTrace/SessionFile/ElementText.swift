internal import FoundationEssentials
internal import InkModel

extension ByteBuffer {
  /// Appends the line of an inline base's page.
  mutating func append(page: borrowing Page) {
    append("{\"page\":\"\(page.id.name)\",\"elements\":[")
    for (index, element) in page.elements.enumerated() {
      append(index > 0 ? ",{" : "{")
      append(element: element, arena: page.arena)
      append("}")
    }
    append("]}\n")
  }

  /// Appends an element as one key and its value: `stroke` or `image`.
  mutating func append(element: Element, arena: borrowing InkArena) {
    switch element {
    case .stroke(let stroke):
      append("\"stroke\":")
      append(stroke: stroke, arena: arena)
    case .image(let image):
      append("\"image\":{\"id\":\"\(hexadecimal(image.id.rawValue))\",\"asset\":\"\(image.asset.name)\"")
      append(key: "x", image.frame.x)
      append(key: "y", image.frame.y)
      append(key: "width", image.frame.width)
      append(key: "height", image.frame.height)
      append("}")
    }
  }

  /// Appends a stroke as an object.
  mutating func append(stroke: Stroke, arena: borrowing InkArena) {
    append("{\"id\":\"")
    append(hexadecimal(stroke.id.rawValue))
    append("\",\"tool\":\"")
    append(ToolName.name(of: stroke.ink.tool))
    append("\",\"colour\":\"")
    append(String(hexadecimal(UInt64(stroke.ink.colour)).suffix(8)))
    append("\"")
    append(key: "width", stroke.ink.width)
    append(",\"points\":")
    append(points: arena.points(of: stroke))
    if stroke.opaque.count > 0 {
      append(",\"opaque\":\"")
      append(Data(arena.opaque[stroke.opaque.indices]).base64EncodedString())
      append("\"")
    }
    append("}")
  }

  /// Appends samples as one flat array: the first as it is, all others as differences from the one before.
  private mutating func append(points: Span<SamplePoint>) {
    append(UInt8(ascii: "["))
    let room = points.count * Self.longestPoint + IntegerText.longestWrite
    unsafe appendUnsafely(upTo: room) { start in
      let text = IntegerText.shared
      var place = unsafe start
      var last = SamplePoint(x: 0, y: 0, t: 0, pressure: 0, radius: 0)
      func write(_ value: Int) {
        unsafe place = text.write(value, at: place)
        unsafe place.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
        unsafe place += 1
      }
      for index in points.indices {
        let point = points[index]
        write(Int(point.x) - Int(last.x))
        write(Int(point.y) - Int(last.y))
        write(Int(point.t) - Int(last.t))
        write(Int(point.pressure) - Int(last.pressure))
        write(Int(point.radius) - Int(last.radius))
        last = point
      }
      return unsafe max(place - start - 1, 0)
    }
    append(UInt8(ascii: "]"))
  }

  /// Two differences of positions (11 characters), one of times (11), two small ones (6), five commas.
  private static let longestPoint = 11 * 3 + 6 * 2 + 5
}
