import InkModel
import InkTestFixtures

@testable import InkStorage

/// Damaged pages, also inside of what deflates them.
enum Mutations {
  /// A page as a codec writes it, damaged; a deflated one also within its stream.
  static func mutated(_ page: Page, _ codec: any PageCodec, _ random: inout SplitMix64) -> [UInt8] {
    var buffer = ByteBuffer()
    codec.encode(page, into: &buffer)
    let bytes = (0..<buffer.count).map { buffer.bytes.byte(at: $0) }
    guard codec is DeflatedCodec, random.chance(0.5), buffer.bytes.uint32(at: 4) == 1,
      let content = inflated(bytes)
    else { return bytes.damaged(by: &random) }
    // Damage that the stream itself does not show: the inner codec has to find it.
    let inner = content.damaged(by: &random)
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
}
