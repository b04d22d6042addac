import InkModel

@testable import InkStorage

/// Damaged pages: what a codec wrote, cut, lengthened, shifted or with bytes changed.
enum Mutations {
  /// A page as a codec writes it, damaged; a deflated one also within its stream.
  static func mutated(_ page: Page, _ codec: any PageCodec, _ random: inout SplitMix64) -> [UInt8] {
    var buffer = ByteBuffer()
    codec.encode(page, into: &buffer)
    var bytes = (0..<buffer.count).map { buffer.bytes.byte(at: $0) }
    guard codec is DeflatedCodec, random.chance(0.5), buffer.bytes.uint32(at: 4) == 1,
      var inner = inflated(bytes)
    else {
      mutate(&bytes, &random)
      return bytes
    }
    // Damage that the stream itself does not show: the inner codec has to find it.
    mutate(&inner, &random)
    var wrapped = ByteBuffer()
    wrapped.append(littleEndian: DeflatedCodec.version)
    wrapped.append(littleEndian: Deflation.Method.deflated.rawValue)
    wrapped.append(littleEndian: UInt64(inner.count))
    wrapped.append(inner.rawSpan)
    if !Deflation.shrink(lastBytes: inner.count, of: &wrapped, level: 1) {
      wrapped.replace(littleEndian: Deflation.Method.stored.rawValue, at: 4)
    }
    return (0..<wrapped.count).map { wrapped.bytes.byte(at: $0) }
  }

  private static func inflated(_ bytes: [UInt8]) -> [UInt8]? {
    let count = Int(bytes.rawSpan.uint64(at: 8))
    guard var content = try? Deflation.inflate(bytes.rawSpan.extracting(16..<bytes.count), to: count) else {
      return nil
    }
    return try? content.withRemainingBytes { (bytes) throws(CodecError) in
      (0..<bytes.byteCount).map { bytes.byte(at: $0) }
    }
  }

  private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    switch random.below(4) {
    case 0: bytes.removeLast(random.below(bytes.count + 1))
    case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: random.below(bytes.count + 1))
    case 2:
      let source = random.below(bytes.count)
      bytes.replaceSubrange(source..<min(source + 8, bytes.count), with: bytes.prefix(random.below(16)))
    default:
      for _ in 0...random.below(4) {
        bytes[random.below(bytes.count)] = [0, 1, 0x2D, 0x30, 0x5B, 0x7F, 0x80, 0xFF][random.below(8)]
      }
    }
  }
}
