internal import InkModel
internal import InkStorage
internal import InkTap

/// Times a codec on one page, as a page file uses it: with the checksum, in memory that is kept.
///
/// The clock is the CPU time of the thread: a codec only computes, so what it waits for a core says nothing
/// of it. Reading that clock takes a fifth of a microsecond, which shows on pages of a few strokes alone.
struct CodecTiming: ~Copyable {
  /// What the last encoding wrote.
  private(set) var buffer = ByteBuffer()
  private var back = Page(id: PageID(rawValue: 0))
  /// The exclusive or of all checksums, so that none can be left out.
  private var checksums: UInt32 = 0

  /// Encodes a page and takes the checksum of its bytes; in nanoseconds.
  mutating func encode(_ page: borrowing Page, with codec: any PageCodec) -> UInt64 {
    buffer.removeAll()
    let start = Clock.threadCPUNanoseconds()
    codec.encode(page, into: &buffer)
    checksums ^= checksum(buffer.bytes)
    return max(Clock.threadCPUNanoseconds() - start, 1)
  }

  /// Decodes what was encoded, checksum included, into a page that keeps its memory; in nanoseconds.
  mutating func decode(with codec: any PageCodec) throws(CodecError) -> UInt64 {
    var input = PageInput(copying: buffer.bytes)
    back.reset(id: back.id)
    let start = Clock.threadCPUNanoseconds()
    try codec.decode(&input, into: &back)
    checksums ^= input.checksum
    let time = max(Clock.threadCPUNanoseconds() - start, 1)
    guard input.remaining == 0 else { throw CodecError("\(input.remaining) bytes were left unread") }
    return time
  }

  /// Copies as many bytes as the page's points have; in nanoseconds.
  mutating func copyPoints(of page: borrowing Page) -> UInt64 {
    buffer.removeAll()
    buffer.reserve(page.pointCount * SamplePoint.byteCount)
    let start = Clock.threadCPUNanoseconds()
    // Points have no padding to read.
    unsafe buffer.append(page.arena.points.span.extracting(0..<page.pointCount).bytes)
    return max(Clock.threadCPUNanoseconds() - start, 1)
  }

  /// How what was decoded last differs from a page as the codec keeps it; nil if it does not.
  func difference(from page: borrowing Page, with codec: any PageCodec) -> String? {
    var expected = copy page
    codec.makeCanonical(&expected)
    return back.firstDifference(from: expected)
  }
}
