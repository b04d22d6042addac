internal import InkModel

/// The number that binds a journal to the file that it continues.
enum Generation {
  /// Draws a number from the seed, the file's content and the generations seen before it.
  ///
  /// So it does not come back: not even after a power cut took the newest file and left a journal that names
  /// it.
  static func draw(
    seed: UInt64, subject: UInt64, contentChecksum: UInt32, byteCount: Int, after earlier: [UInt64]
  ) -> UInt64 {
    var random = SplitMix64(seed: seed, keys: subject, UInt64(contentChecksum), UInt64(byteCount))
    for generation in earlier { random = SplitMix64(seed: random.next(), keys: generation) }
    return random.next()
  }
}
