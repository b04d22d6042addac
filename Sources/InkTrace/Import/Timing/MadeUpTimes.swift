internal import InkModel

/// Times for ink that has none.
///
/// The pen moves at 39 mm/s, the median speed of measured handwriting, but never samples faster than 240 Hz:
/// each step between samples takes the longer of the two. Pauses between strokes follow a mixture of two
/// lognormals fitted to copied text, 85 % with median 0.162 s and σ 0.59 and 15 % with median 1.59 s and σ
/// 0.61. They are drawn from a table of quantiles, because a library's logarithm may differ between machines
/// in the last bit.
struct MadeUpTimes {
  private var random: SplitMix64

  /// Starts the pauses of a session; the same seed gives the same pauses.
  init(seed: UInt64) { random = SplitMix64(seed: seed, keys: 0x7A05E5) }

  /// 39 mm/s in tenths of a point a second: 39 ÷ 25.4 × 720.
  private static let unitsPerSecond = 39 / 25.4 * 720

  /// One period of 240 Hz, in microseconds.
  private static let samplePeriodMicroseconds = 1_000_000.0 / 240

  /// Gives times to samples by the way between them.
  static func fill(_ points: inout [SamplePoint], _ range: Range<Int>) {
    var microseconds = 0.0
    for index in range {
      if index > range.lowerBound {
        let dx = Double(points[index].x) - Double(points[index - 1].x)
        let dy = Double(points[index].y) - Double(points[index - 1].y)
        let way = (dx * dx + dy * dy).squareRoot()
        microseconds += max(way / unitsPerSecond * 1_000_000, samplePeriodMicroseconds)
      }
      points[index].t = UInt32(min((microseconds / 1_000).rounded(), Double(UInt32.max)))
    }
  }

  /// The next pause, in milliseconds.
  mutating func pause() -> UInt64 {
    let table = random.chance(0.15) ? Self.longPauses : Self.shortPauses
    let place = random.below(table.count - 1)
    let width = table[place + 1] - table[place]
    return UInt64(table[place] + random.below(width + 1))
  }

  /// Quantiles of the two lognormals in milliseconds, at 0.004, 1/32, 2/32 … 31/32 and 0.996.
  static let shortPauses = [
    34, 54, 66, 74, 82, 89, 96, 102, 109, 115, 121, 128, 134, 141, 148, 155, 162, 170, 178, 186, 196, 205,
    216, 228, 241, 256, 273, 294, 319, 353, 401, 486, 775,
  ]
  static let longPauses = [
    315, 510, 624, 712, 788, 859, 925, 990, 1_054, 1_117, 1_180, 1_244, 1_309, 1_376, 1_445, 1_516, 1_590,
    1_668, 1_750, 1_838, 1_931, 2_032, 2_142, 2_264, 2_399, 2_553, 2_732, 2_944, 3_207, 3_553, 4_053, 4_953,
    8_016,
  ]
}
