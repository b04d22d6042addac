internal import InkModel

/// Colours as files write them: `#rrggbbaa`, `#rrggbb`, or one of the eleven names of Xournal.
enum ColourText {
  /// The colour; the model's ordinary ink if the text is none.
  static func value(_ text: String?) -> UInt32 {
    guard let text else { return Ink().colour }
    if let named = names[text] { return named }
    guard text.hasPrefix("#") else { return Ink().colour }
    let digits = text.dropFirst().lowercased()
    if let value = SessionValue.hexadecimal(digits, digitCount: 8) { return UInt32(value) }
    if let value = SessionValue.hexadecimal(digits, digitCount: 6) { return UInt32(value) << 8 | 0xFF }
    return Ink().colour
  }

  private static let names: [String: UInt32] = [
    "black": 0x0000_00FF, "blue": 0x3333_CCFF, "red": 0xFF00_00FF, "green": 0x0080_00FF,
    "gray": 0x8080_80FF, "lightblue": 0x00C0_FFFF, "lightgreen": 0x00FF_00FF, "magenta": 0xFF00_FFFF,
    "orange": 0xFF80_00FF, "yellow": 0xFFFF_00FF, "white": 0xFFFF_FFFF,
  ]
}
