public import InkModel

/// Another codec's bytes, deflated.
///
/// Layout, little endian:
///
///      0  version (UInt32)     4  method (UInt32): 0 stored, 1 deflated     8  inner length (UInt64)
///     16  method 0: the inner codec's bytes, as they are
///         method 1: one raw deflate stream (RFC 1951) of them, up to the last byte
///
/// The inner length stands in the page and so inside the checksum of the file around it. A reader takes no
/// more memory than that length says, and believes it only up to two bounds: `innerByteCountMax`, and the
/// 1,032 bytes that deflate can make of one. A stream that gives more or fewer bytes is refused where it
/// does. Pages above the first bound, and pages that deflating does not shrink, are stored; so every page
/// can be written, and a small hostile file can never grow past the bound.
///
/// Nothing is lost but what the inner codec loses.
public struct DeflatedCodec: PageCodec {
  public let name: String
  public let summary: String
  private let inner: any PageCodec
  private let level: Int

  /// The version that is written and read.
  public static let version: UInt32 = 1
  /// The most bytes that are inflated, 64 MiB: sixteen very full pages as they lie in memory.
  public static let innerByteCountMax = 64 << 20
  /// What deflate stands at by default in zlib, and so in most apps.
  public static let levelStandard = 6

  static let headerByteCount = 16

  /// Deflates what a codec writes; the name is that of the codec with '.z' behind it.
  ///
  /// - Parameters:
  ///   - codec: The inner codec.
  ///   - level: From 1, fast, to 12, small.
  public init(_ codec: any PageCodec, level: Int = DeflatedCodec.levelStandard) {
    precondition((1...12).contains(level), "libdeflate has the levels 1 to 12")
    inner = codec
    self.level = level
    name = codec.name + ".z"
    summary = "'\(codec.name)', deflated at level \(level)"
  }

  public func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {
    let start = buffer.count
    buffer.append(littleEndian: Self.version)
    buffer.append(littleEndian: Deflation.Method.stored.rawValue)
    buffer.append(littleEndian: UInt64(0))
    inner.encode(page, into: &buffer)
    let innerLength = buffer.count - start - Self.headerByteCount
    buffer.replace(littleEndian: UInt64(innerLength), at: start + 8)
    guard innerLength <= Self.innerByteCountMax,
      Deflation.shrink(lastBytes: innerLength, of: &buffer, level: level)
    else { return }
    buffer.replace(littleEndian: Deflation.Method.deflated.rawValue, at: start + 4)
  }

  public func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    let (method, innerLength) = try readHeader(&input)
    switch method {
    case .stored:
      guard innerLength == input.remaining else {
        throw CodecError("\(innerLength) stored bytes are promised and \(input.remaining) are left")
      }
      try inner.decode(&input, into: &page)
    case .deflated:
      guard innerLength <= Self.innerByteCountMax else {
        throw CodecError("\(innerLength) inflated bytes are more than the \(Self.innerByteCountMax) allowed")
      }
      guard innerLength / Deflation.ratioMax <= input.remaining else {
        throw CodecError("\(input.remaining) deflated bytes can't give \(innerLength)")
      }
      try input.withRemainingBytes { (bytes) throws(CodecError) in
        var content = try Deflation.inflate(bytes, to: innerLength)
        try inner.decode(&content, into: &page)
        guard content.remaining == 0 else {
          throw CodecError("\(content.remaining) inflated bytes follow the page's end")
        }
      }
    }
  }

  public func makeCanonical(_ page: inout Page) { inner.makeCanonical(&page) }

  private func readHeader(_ input: inout PageInput) throws(CodecError) -> (Deflation.Method, Int) {
    try input.readBytes(Self.headerByteCount) { bytes throws(CodecError) in
      guard bytes.uint32(at: 0) == Self.version else {
        throw CodecError("deflated format version \(bytes.uint32(at: 0)) is unknown")
      }
      guard let method = Deflation.Method(rawValue: bytes.uint32(at: 4)) else {
        throw CodecError("deflation method \(bytes.uint32(at: 4)) is unknown")
      }
      guard let length = Int(exactly: bytes.uint64(at: 8)) else {
        throw CodecError("the inflated length is impossible")
      }
      return (method, length)
    }
  }
}
