internal import InkModel

/// Reads strokes whose samples were dropped, and makes samples and opaque bytes of the numbers that are left.
struct ExtentReading {
  let draw: StrokeDrawing
  let seed: UInt64

  /// A stroke, read from its object.
  func stroke(_ cursor: inout JSONCursor, into arena: inout InkArena) throws(JSONFault) -> Stroke {
    var keys = KeyCheck("id", "tool", "colour", "width", "samples", "box", "milliseconds", "opaqueByteCount")
    var stroke = Stroke(id: ElementID(rawValue: 0), ink: Ink(), points: .empty)
    var extent = StrokeExtent(sampleCount: 0, width: 0, height: 0, durationMilliseconds: 0)
    var opaqueByteCount = 0
    try cursor.object { (key, cursor) throws(JSONFault) in
      try keys.note(key, cursor)
      switch key {
      case "id": stroke.id = ElementID(rawValue: try SessionValue.identifier(&cursor))
      case "tool": stroke.ink.tool = try ElementReading.tool(&cursor)
      case "colour": stroke.ink.colour = try ElementReading.colour(&cursor)
      case "width": stroke.ink.width = try cursor.integer(as: UInt16.self)
      case "samples":
        extent.sampleCount = try SessionValue.count(&cursor, max: TraceLimits.drawnPointCountMax)
      case "box": (extent.width, extent.height) = try box(&cursor)
      case "milliseconds": extent.durationMilliseconds = try cursor.integer(as: UInt32.self)
      default: opaqueByteCount = try SessionValue.count(&cursor, max: TraceLimits.drawnOpaqueByteCountMax)
      }
    }
    try keys.finish(cursor, optional: "opaqueByteCount")
    guard extent.isPossible else {
      throw cursor.fault("a stroke of \(extent.sampleCount) samples has neither size nor duration")
    }
    // A few letters of text ask for any number of samples, so the bound is lower than for samples written out.
    guard arena.points.count + extent.sampleCount <= TraceLimits.drawnPointCountMax,
      arena.opaque.count + opaqueByteCount <= TraceLimits.drawnOpaqueByteCountMax
    else {
      throw cursor.fault(
        "the strokes without shapes have more than \(TraceLimits.drawnPointCountMax) samples or "
          + "\(TraceLimits.drawnOpaqueByteCountMax) opaque bytes; divide the session")
    }
    stroke.points = draw(extent, stroke.id, &arena)
    stroke.opaque = OpaqueFilling.fill(opaqueByteCount, of: stroke.id, seed: seed, into: &arena.opaque)
    return stroke
  }

  private func box(_ cursor: inout JSONCursor) throws(JSONFault) -> (Int32, Int32) {
    try cursor.expect("[")
    let width = try SessionValue.count(&cursor, max: Int(TraceLimits.coordinateMax))
    try cursor.expect(",")
    let height = try SessionValue.count(&cursor, max: Int(TraceLimits.coordinateMax))
    try cursor.expect("]")
    return (Int32(width), Int32(height))
  }
}
