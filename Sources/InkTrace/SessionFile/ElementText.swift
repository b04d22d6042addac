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
    append(samples: arena.points(of: stroke))
    if stroke.opaque.count > 0 {
      append(",\"opaque\":\"")
      append(Data(arena.opaque[stroke.opaque.indices]).base64EncodedString())
      append("\"")
    }
    append("}")
  }
}
