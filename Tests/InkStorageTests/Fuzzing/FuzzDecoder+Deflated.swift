import InkModel

@testable import InkStorage

extension FuzzDecoder {
  /// Deflated pages over every plain codec.
  ///
  /// The input's first byte says how the rest is used: its two lowest bits name the inner codec; with the
  /// next bit the rest is a deflated page as it stands, without it the rest is the *inner* codec's bytes, and
  /// is deflated here. Then the answer must be that of the inner codec alone.
  static let deflated = FuzzDecoder(
    name: "deflated", allocationMaxMegabytes: DeflatedCodec.innerByteCountMax >> 20,
    seeds: {
      let plain = plainCodecs.indices.flatMap { index in
        seedPages.map { [UInt8(index)] + encoded($0, plainCodecs[index]) }
      }
      let whole = plainCodecs.indices.flatMap { index in
        seedPages.map { [UInt8(index) | wholeMark] + encoded($0, DeflatedCodec(plainCodecs[index])) }
      }
      return plain + whole
    },
    examine: { input in
      guard let mark = input.first else { return .refused("no input") }
      let inner = plainCodecs[Int(mark) % plainCodecs.count]
      let rest = Array(input.dropFirst())
      guard mark & wholeMark == 0 else { return verdict(on: rest, DeflatedCodec(inner)).verdict }
      let (plainVerdict, plainPage) = verdict(on: rest, inner)
      let (verdict, page) = verdict(on: deflating(rest), DeflatedCodec(inner))
      switch (plainVerdict, verdict) {
      case (.accepted, .accepted):
        return page.firstDifference(from: plainPage).map { .broken("deflated, \($0)") } ?? .accepted
      case (.broken, _), (.refused, .refused): return plainVerdict
      case (_, .broken): return verdict
      default: return .broken("plain it is \(plainVerdict), deflated \(verdict)")
      }
    })

  private static let plainCodecs = BuiltInCodecs.all.filter { !($0 is DeflatedCodec) }
  private static let wholeMark: UInt8 = 4

  /// A deflated page around any bytes.
  private static func deflating(_ inner: [UInt8]) -> [UInt8] {
    var wrapped = ByteBuffer()
    wrapped.append(littleEndian: DeflatedCodec.version)
    wrapped.append(littleEndian: Deflation.Method.deflated.rawValue)
    wrapped.append(littleEndian: UInt64(inner.count))
    Deflation.append(deflated: inner.rawSpan, to: &wrapped, level: 1)
    return [UInt8](copying: wrapped.bytes)
  }
}
