internal import FoundationEssentials
internal import InkModel

extension ByteBuffer {
  /// Appends the line of an inline base's page.
  mutating func append(page: borrowing Page, shapes: ShapeOrigin) {
    append("{\"page\":\"\(page.id.name)\",\"elements\":[")
    for (index, element) in page.elements.enumerated() {
      append(index > 0 ? ",{" : "{")
      append(element: element, arena: page.arena, shapes: shapes)
      append("}")
    }
    append("]}\n")
  }

  /// Appends an element as one key and its value: `stroke` or `image`.
  mutating func append(element: Element, arena: borrowing InkArena, shapes: ShapeOrigin) {
    switch element {
    case .stroke(let stroke):
      append("\"stroke\":")
      append(stroke: stroke, arena: arena, shapes: shapes)
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
  mutating func append(stroke: Stroke, arena: borrowing InkArena, shapes: ShapeOrigin) {
    append("{\"id\":\"")
    append(hexadecimal(stroke.id.rawValue))
    append("\",\"tool\":\"")
    append(ToolName.name(of: stroke.ink.tool))
    append("\",\"colour\":\"")
    append(String(hexadecimal(UInt64(stroke.ink.colour)).suffix(8)))
    append("\"")
    append(key: "width", stroke.ink.width)
    if shapes == .dropped {
      append(extent: StrokeExtent(arena.points(of: stroke)))
      if stroke.opaque.count > 0 { append(key: "opaqueByteCount", stroke.opaque.count) }
      append("}")
      return
    }
    append(",\"points\":")
    append(samples: arena.points(of: stroke))
    if stroke.opaque.count > 0 {
      append(",\"opaque\":\"")
      append(Data(arena.opaque[stroke.opaque.indices]).base64EncodedString())
      append("\"")
    }
    append("}")
  }

  private mutating func append(extent: StrokeExtent) {
    append(key: "samples", extent.sampleCount)
    append(",\"box\":[")
    append(decimal: extent.width)
    append(",")
    append(decimal: extent.height)
    append("]")
    append(key: "milliseconds", extent.durationMilliseconds)
  }
}
