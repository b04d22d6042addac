import FoundationEssentials
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Hostile pages") struct CodecFuzzTests {
  /// Memory that decoding may take: a page's arrays, for the bytes it was given.
  ///
  /// JSON: room for one sample of 16 bytes for every 10 characters, kept as an array grows by doubling, and
  /// elements for more characters than they have bytes. `varint`: an element in memory for 7 bytes, 9 times
  /// as much, or a sample for 3. Deflated pages give the codec within up to 1,032 bytes for one, below a
  /// bound that these pages don't reach.
  private static func memoryMax(_ codec: any PageCodec, byteCount: Int) -> Int {
    let inner = codec is DeflatedCodec ? byteCount * Deflation.ratioMax : byteCount
    return inner * (codec.name.hasPrefix("varint") ? 10 : 4) + 4_096
  }

  @Test(
    "Mutated and truncated pages give an error or a page, and never much memory",
    arguments: BuiltInCodecs.all.map(\.name))
  func mutations(name: String) throws {
    let codec = try #require(BuiltInCodecs.named(name))
    var random = SplitMix64(seed: 99)
    var refused = 0
    for round in 0..<Self.rounds {
      let page = RandomPages.page(seed: UInt64(round % 50), elements: 1 + round % 9)
      let bytes = Mutations.mutated(page, codec, &random)
      var input = PageInput(copying: bytes.rawSpan)
      var back = Page(id: page.id)
      do {
        try codec.decode(&input, into: &back)
        try Self.check(back, codec)
      } catch let error as CodecError {
        refused += 1
        #expect(!error.description.isEmpty)
      }
      let taken =
        back.arena.points.capacity * 16 + back.arena.opaque.capacity
        + back.elements.capacity * MemoryLayout<Element>.stride
      #expect(taken <= Self.memoryMax(codec, byteCount: bytes.count))
    }
    #expect(refused > Self.rounds / 3)
  }

  /// Enough for seconds; `INKBENCH_FUZZ_ROUNDS` asks for more.
  private static let rounds =
    ProcessInfo.processInfo.environment["INKBENCH_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 3_000

  /// A page that was accepted has its elements' data within its arena, and can be written and read again.
  private static func check(_ page: Page, _ codec: any PageCodec) throws {
    for case .stroke(let stroke) in page.elements {
      #expect(stroke.points.indices.upperBound <= page.arena.points.count)
      #expect(stroke.opaque.indices.upperBound <= page.arena.opaque.count)
    }
    var buffer = ByteBuffer()
    codec.encode(page, into: &buffer)
    var input = PageInput(copying: buffer.bytes)
    var again = Page(id: page.id)
    try codec.decode(&input, into: &again)
    #expect(again.hasSameContent(as: page))
  }

  @Test("Lengths that lie are refused before memory is taken for them")
  func lyingLengths() {
    var packed = ByteBuffer()
    for number in [PackedCodec.version, .max, .max, .max] { packed.append(littleEndian: number) }
    var input = PageInput(copying: packed.bytes)
    var page = Page(id: PageID(rawValue: 1))
    #expect(throws: CodecError.self) { try PackedCodec().decode(&input, into: &page) }
    #expect(page.elements.capacity == 0 && page.arena.points.capacity == 0)
    var varint = ByteBuffer()
    for number in [VarintCodec.version, .max, .max, .max] { varint.append(littleEndian: number) }
    var varintInput = PageInput(copying: varint.bytes)
    #expect(throws: CodecError.self) { try VarintCodec().decode(&varintInput, into: &page) }
    #expect(page.elements.capacity == 0 && page.arena.points.capacity == 0)
    var arena = InkArena()
    for count in [1, .max, -1] {
      #expect(throws: CodecError.self) { try input.readPoints(count, appendingTo: &arena) }
      #expect(throws: CodecError.self) { try input.readBytes(count) { _ in } }
    }
    #expect(arena.points.capacity == 0)
  }
}
