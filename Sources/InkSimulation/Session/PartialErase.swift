internal import InkModel

/// Where samples are taken out of a stroke by an eraser that touches a part of it.
enum PartialErase {
  /// Strokes with fewer samples are erased whole.
  static let sampleCountMin = 12

  /// The runs of samples that are left, one to three of them.
  static func remainders(of count: Int, pieces: Int, _ random: inout SplitMix64) -> [Range<Int>] {
    let gap = max(2, count / 6)
    switch pieces {
    // The end of the stroke is erased more often than its beginning.
    case ...1: return random.below(4) > 0 ? [0..<(count - gap)] : [gap..<count]
    case 2:
      let start = 2 + random.below(count - gap - 3)
      return [0..<start, (start + gap)..<count]
    default:
      let third = count / 3
      let half = max(1, gap / 2)
      return [0..<(third - half), third..<(2 * third), (2 * third + half)..<count]
    }
  }
}
