/// A coarse grey picture as a JPEG file, each 8 × 8 block in one shade.
///
/// Baseline JPEG (ITU-T T.81) with nothing but DC coefficients: the quantiser of the DC term is 8, which
/// makes it the block's mean itself, and the only AC symbol is the end of block. Any viewer shows the result,
/// and the encoder needs no transform.
struct GreyJPEG {
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0
  private var bytes: [UInt8] = []

  /// The file of a picture; `shades` holds one value a block, row by row, 0 black to 255 white.
  static func encode(shades: [UInt8], columns: Int, rows: Int) -> [UInt8] {
    precondition(shades.count == columns * rows)
    var picture = GreyJPEG()
    picture.head(width: columns * 8, height: rows * 8)
    var previous = 0
    for shade in shades {
      let level = Int(shade) - 128
      picture.put(difference: level - previous)
      picture.put(0, count: 1)  // end of block
      previous = level
    }
    if picture.bitCount > 0 { picture.put(0x7F, count: 8 - picture.bitCount) }
    picture.bytes += [0xFF, 0xD9]
    return picture.bytes
  }

  private mutating func head(width: Int, height: Int) {
    func high(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: value >> 8) }
    func low(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: value) }
    bytes += [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
    bytes += [0xFF, 0xDB, 0, 67, 0, 8] + [UInt8](repeating: 1, count: 63)
    bytes += [0xFF, 0xC0, 0, 11, 8, high(height), low(height), high(width), low(width), 1, 1, 0x11, 0]
    bytes += [0xFF, 0xC4, 0, 31, 0x00] + Self.codesByLength + Array(0...11)
    bytes += [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
    bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0x00, 0, 63, 0]
  }

  /// How many categories have codes of 1, 2, 3 … bits: table K.3 of the standard.
  private static let codesByLength: [UInt8] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]

  /// The codes of table K.3 for categories 0 to 8, all that differences of shades can have.
  private static let codes: [(code: UInt32, length: UInt32)] = [
    (0b00, 2), (0b010, 3), (0b011, 3), (0b100, 3), (0b101, 3), (0b110, 3), (0b1110, 4), (0b11110, 5),
    (0b111110, 6),
  ]

  private mutating func put(difference: Int) {
    let category = Int.bitWidth - difference.magnitude.leadingZeroBitCount
    put(Self.codes[category].code, count: Self.codes[category].length)
    let offset = difference < 0 ? difference + (1 << category) - 1 : difference
    put(UInt32(offset), count: UInt32(category))
  }

  private mutating func put(_ value: UInt32, count: UInt32) {
    bits = bits << count | (value & ((1 << count) - 1))
    bitCount += count
    while bitCount >= 8 {
      let byte = UInt8(truncatingIfNeeded: bits >> (bitCount - 8))
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
      bitCount -= 8
    }
  }
}
