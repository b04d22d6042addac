import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Deflated pages") struct DeflatedTests {
  private func encode(_ page: Page, _ codec: any PageCodec) -> [UInt8] {
    var buffer = ByteBuffer()
    codec.encode(page, into: &buffer)
    return (0..<buffer.count).map { buffer.bytes.byte(at: $0) }
  }

  private func decode(_ bytes: [UInt8], _ codec: any PageCodec) throws -> Page {
    var input = PageInput(copying: bytes.rawSpan)
    var page = Page(id: PageID(rawValue: 1))
    try codec.decode(&input, into: &page)
    return page
  }

  /// A deflated page of given fields and content.
  private func file(version: UInt32 = 1, method: UInt32, length: UInt64, _ content: [UInt8]) -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.append(littleEndian: version)
    buffer.append(littleEndian: method)
    buffer.append(littleEndian: length)
    buffer.append(content.rawSpan)
    return (0..<buffer.count).map { buffer.bytes.byte(at: $0) }
  }

  /// A raw deflate stream of so many zeros.
  private func zeros(_ count: Int) throws -> [UInt8] {
    var buffer = ByteBuffer(capacity: count)
    buffer.append(zeros: count)
    #expect(Deflation.shrink(lastBytes: count, of: &buffer, level: 6))
    return (0..<buffer.count).map { buffer.bytes.byte(at: $0) }
  }

  private let packed = DeflatedCodec(PackedCodec())

  @Test("Deflated pages are smaller, state their inner length, and hold the inner codec's bytes")
  func layout() throws {
    let page = Fixtures.page(strokes: 40, images: true)
    for level in [1, 6, 12] {
      for inner in [JSONCodec(layout: .points), PackedCodec(), VarintCodec()] as [any PageCodec] {
        let plain = encode(page, inner)
        let codec = DeflatedCodec(inner, level: level)
        let bytes = encode(page, codec)
        #expect(codec.name == inner.name + ".z")
        #expect(bytes.count < plain.count)
        #expect(Array(bytes.prefix(8)) == [1, 0, 0, 0, 1, 0, 0, 0])
        #expect(bytes.rawSpan.uint64(at: 8) == UInt64(plain.count))
        var content = try Deflation.inflate(bytes.rawSpan.extracting(16..<bytes.count), to: plain.count)
        let inflated = try content.withRemainingBytes { (bytes) throws(CodecError) in
          (0..<bytes.byteCount).map { bytes.byte(at: $0) }
        }
        #expect(inflated == plain)
        #expect(try decode(bytes, codec).firstDifference(from: page) == nil)
      }
    }
  }

  @Test("A page that deflating does not shrink is stored, and comes back")
  func stored() throws {
    let empty = Page(id: PageID(rawValue: 1))
    let bytes = encode(empty, packed)
    #expect(bytes == file(method: 0, length: 16, encode(empty, PackedCodec())))
    #expect(try decode(bytes, packed).elements.isEmpty)
    #expect(throws: CodecError("17 stored bytes are promised and 16 are left")) {
      try decode(file(method: 0, length: 17, encode(empty, PackedCodec())), packed)
    }
  }

  @Test("A page above the bound is stored, and comes back")
  func large() throws {
    let count = DeflatedCodec.innerByteCountMax / SamplePoint.byteCount + 1
    let points = [SamplePoint](
      repeating: SamplePoint(x: 1, y: 2, t: 3, pressure: 4, radius: 5), count: count)
    var page = Page(id: PageID(rawValue: 1))
    page.fill { elements, arena in
      arena.points = points
      elements = [
        .stroke(
          Stroke(id: ElementID(rawValue: 1), ink: Ink(), points: ArenaRange(start: 0, count: count)))
      ]
    }
    var buffer = ByteBuffer()
    packed.encode(page, into: &buffer)
    #expect(buffer.bytes.uint32(at: 4) == 0)
    var input = PageInput(copying: buffer.bytes)
    var back = Page(id: page.id)
    try packed.decode(&input, into: &back)
    #expect(back.pointCount == count)
  }

  @Test("A bomb stops at its stated length, and a length beyond the bounds takes no memory")
  func bombs() throws {
    let million = try zeros(1_000_000)
    let bound = DeflatedCodec.innerByteCountMax
    let cases: [(length: UInt64, sentence: String)] = [
      (100, "the deflate stream gives more bytes than promised"),
      (999_999, "the deflate stream gives more bytes than promised"),
      (1_000_001, "the deflate stream gives fewer bytes than promised"),
      (UInt64(bound + 1), "\(bound + 1) inflated bytes are more than the \(bound) allowed"),
      (UInt64(bound), "\(million.count) deflated bytes can't give \(bound)"),
      (.max, "the inflated length is impossible"),
    ]
    for (length, sentence) in cases {
      #expect(throws: CodecError(sentence)) {
        try decode(file(method: 1, length: length, million), packed)
      }
    }
    // Told rightly, it is a page of the unknown version 0.
    #expect(throws: CodecError("packed format version 0 is unknown")) {
      try decode(file(method: 1, length: 1_000_000, million), packed)
    }
  }

  @Test("Other versions and methods, bytes behind the stream and a damaged stream are refused by name")
  func refusals() throws {
    let plain = encode(Fixtures.page(strokes: 9), PackedCodec())
    let whole = encode(Fixtures.page(strokes: 9), packed)
    let stream = Array(whole[16...])
    let length = UInt64(plain.count)
    let cases: [(bytes: [UInt8], sentence: String)] = [
      (file(version: 2, method: 1, length: length, stream), "deflated format version 2 is unknown"),
      (file(method: 2, length: length, stream), "deflation method 2 is unknown"),
      (file(method: 1, length: length, stream + [0]), "1 bytes follow the end of the deflate stream"),
      // A block of the type that RFC 1951 reserves.
      (file(method: 1, length: length, [6] + stream), "the deflate stream is damaged"),
      (Array(whole.prefix(15)), "16 bytes are promised and 15 are left"),
    ]
    for (bytes, sentence) in cases {
      #expect(throws: CodecError(sentence)) { try decode(bytes, packed) }
    }
    // Where a cut stream breaks off is the C library's to find: it may miss bytes or see others.
    #expect(throws: CodecError.self) {
      try decode(file(method: 1, length: length, Array(stream.dropLast())), packed)
    }
    // An inner page with a byte too many, rightly deflated.
    var longer = ByteBuffer()
    longer.append((encode(Fixtures.page(strokes: 9), JSONCodec(layout: .points)) + [0x20]).rawSpan)
    let count = longer.count
    #expect(Deflation.shrink(lastBytes: count, of: &longer, level: 6))
    let content = (0..<longer.count).map { longer.bytes.byte(at: $0) }
    #expect(throws: CodecError.self) {
      try decode(file(method: 1, length: UInt64(count), content), DeflatedCodec(JSONCodec(layout: .points)))
    }
  }

  @Test("What the inner codec gives up is given up, and nothing else")
  func canonicalForm() {
    struct Halving: PageCodec {
      let name = "halving"
      let summary = ""
      func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {}
      func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {}
      func makeCanonical(_ page: inout Page) {
        page.fill { _, arena in for index in arena.points.indices { arena.points[index].pressure /= 2 } }
      }
    }
    var page = Fixtures.page(strokes: 1)
    let before = page.arena.points.map { $0.pressure / 2 }
    DeflatedCodec(Halving()).makeCanonical(&page)
    #expect(page.arena.points.map(\.pressure) == before)
  }
}
