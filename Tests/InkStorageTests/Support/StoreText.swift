import InkModel

/// A document as text, down to the last sample: what the reader in Python prints of a store.
///
///     document 0000000000000d0c "Notes"
///     page 0000000000000001 5953x8419 created 0
///     stroke 000000000000002a pen 1a1a1aff width 10 opaque -
///     100 200 0 500 10
///     image 000000000000002b asset 00000000000001f4 frame 0 0 2000 1500
///     asset 00000000000001f4 20480 bytes 0a8f3c11
///
/// Assets are those that pages show, with the CRC-32 of their bytes.
enum StoreText {
  static func text(_ info: DocumentInfo, _ pages: [Page], _ assets: [AssetID: [UInt8]]) -> String {
    var lines = ["document \(info.id.name) \(json(info.title))"]
    var shown: Set<UInt64> = []
    for (listed, page) in zip(info.pages, pages) {
      lines.append(
        "page \(listed.id.name) \(listed.canvas.width)x\(listed.canvas.height) "
          + "created \(listed.createdMilliseconds)")
      for element in page.elements {
        switch element {
        case .stroke(let stroke): append(stroke, of: page, to: &lines)
        case .image(let image):
          shown.insert(image.asset.rawValue)
          let frame = image.frame
          lines.append(
            "image \(hexadecimal(image.id.rawValue)) asset \(image.asset.name) "
              + "frame \(frame.x) \(frame.y) \(frame.width) \(frame.height)")
        }
      }
    }
    for id in shown.sorted() {
      let bytes = assets[AssetID(rawValue: id)]
      let what = bytes.map { "\($0.count) bytes \(hexadecimal(UInt64(crc32($0))).suffix(8))" } ?? "missing"
      lines.append("asset \(hexadecimal(id)) \(what)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func append(_ stroke: Stroke, of page: Page, to lines: inout [String]) {
    let opaque = page.arena.opaque[stroke.opaque.indices].map { hexadecimal(UInt64($0)).suffix(2) }.joined()
    lines.append(
      "stroke \(hexadecimal(stroke.id.rawValue)) \(stroke.ink.tool) "
        + "\(hexadecimal(UInt64(stroke.ink.colour)).suffix(8)) width \(stroke.ink.width) "
        + "opaque \(opaque.isEmpty ? "-" : opaque)")
    for point in page.arena.points[stroke.points.indices] {
      lines.append("\(point.x) \(point.y) \(point.t) \(point.pressure) \(point.radius)")
    }
  }

  /// The first line in which two texts differ; nil if they are equal.
  static func difference(_ found: String, _ wanted: String) -> String? {
    guard found != wanted else { return nil }
    let (found, wanted) = (found.split(separator: "\n"), wanted.split(separator: "\n"))
    for (number, pair) in zip(found, wanted).enumerated() where pair.0 != pair.1 {
      return "line \(number + 1) is '\(pair.0)', not '\(pair.1)'"
    }
    return "\(found.count) lines where \(wanted.count) were expected"
  }

  /// A string as Python's `json.dumps(…, ensure_ascii=False)` spells it.
  private static func json(_ text: String) -> String {
    let short: [Unicode.Scalar: String] = [
      "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u{8}": "\\b", "\u{C}": "\\f",
    ]
    let body = text.unicodeScalars.map { scalar in
      short[scalar] ?? (scalar.value < 32 ? "\\u" + hexadecimal(UInt64(scalar.value)).suffix(4) : "\(scalar)")
    }
    return "\"" + body.joined() + "\""
  }

  /// The CRC-32 of zlib and PNG, bit by bit: nothing of what is tested has a part in it.
  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
    }
    return ~sum
  }
}
