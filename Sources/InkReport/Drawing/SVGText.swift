/// The text of an SVG picture while it grows.
///
/// Numbers are written as integers or with one decimal, from integers, so that equal pictures are equal bytes
/// on every machine and no number is ever `nan`.
struct SVGText {
  private(set) var bytes: [UInt8] = []

  /// Appends markup, which must be well-formed where it stands.
  mutating func add(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

  /// Appends markup and ends the line.
  mutating func line(_ markup: String) {
    add(markup)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends what another text holds.
  mutating func add(_ other: SVGText) { bytes += other.bytes }

  /// Appends one letter of a path.
  mutating func add(_ letter: Unicode.Scalar) { bytes.append(UInt8(ascii: letter)) }

  /// Appends a number of a path; a minus sign parts it from the number before, others need a space.
  mutating func add(_ number: Int, after separator: Separator) {
    if number >= 0, separator == .needed { bytes.append(UInt8(ascii: " ")) }
    guard number.magnitude > 9 else {
      if number < 0 { bytes.append(UInt8(ascii: "-")) }
      return bytes.append(UInt8(ascii: "0") + UInt8(number.magnitude))
    }
    bytes.append(contentsOf: String(number).utf8)
  }

  enum Separator { case needed, none }

  /// A text as it may stand between tags and in attributes.
  ///
  /// Characters that XML 1.0 forbids, which no escape allows either, become the replacement character.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", "\r": escaped += " "
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A length given in tenths, as in `12.3`, without a decimal that is zero.
  static func decimal(tenths: Int) -> String {
    let sign = tenths < 0 ? "-" : ""
    let fraction = tenths.magnitude % 10
    return sign + "\(tenths.magnitude / 10)" + (fraction == 0 ? "" : ".\(fraction)")
  }

  /// Opens a picture whose sides are so many of a unit, such as `pt`, with its name and origin.
  ///
  /// The fonts are generic, so that the picture needs no file beside it.
  mutating func open(width: String, height: String, unit: String, title: String, description: String) {
    line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\(unit)\" height=\"\(height)\(unit)\" "
        + "viewBox=\"0 0 \(width) \(height)\" \(Self.signature)>")
    line("<title>\(Self.escaped(title))</title>")
    line("<desc>\(Self.escaped(description))</desc>")
  }

  mutating func close() { line("</svg>") }

  /// What the first line of every picture has, and hardly any other drawing.
  static let signature = "role=\"img\" font-family=\"DejaVu Sans,Verdana,Arial,sans-serif\""
}
