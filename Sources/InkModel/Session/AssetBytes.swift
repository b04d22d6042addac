/// The bytes of an asset, made from its name and length.
///
/// Real images do not compress further, and these don't either: they are the output of a random stream
/// between the markers that open and close a JPEG. Storage does not look inside, so the picture itself does
/// not matter.
public enum AssetBytes {
  /// The bytes of an asset.
  public static func make(_ id: AssetID, byteCount: Int) -> [UInt8] {
    var random = SplitMix64(seed: id.rawValue ^ 0xA55E_7B17_E5A5_5E70)
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var word: UInt64 = 0
    for index in bytes.indices {
      word = index % 8 == 0 ? random.next() : word >> 8
      bytes[index] = UInt8(truncatingIfNeeded: word)
    }
    if byteCount >= 4 {
      bytes[0] = 0xFF
      bytes[1] = 0xD8
      bytes[byteCount - 2] = 0xFF
      bytes[byteCount - 1] = 0xD9
    }
    return bytes
  }
}
