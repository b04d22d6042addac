import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Hostile pages") struct CodecFuzzTests {
  /// Memory that decoding may take: a page's arrays, for each byte it was given.
  ///
  /// The worst case is JSON: room for one sample of 16 bytes for every 12 characters, kept as an array grows
  /// by doubling, and elements of at most 64 bytes for more characters than that.
  private static let bytesPerByteMax = 4

  @Test(
    "Mutated and truncated pages give an error or a page, and never much memory",
    arguments: ["json", "packed"])
  func mutations(name: String) throws {
    let codec = try #require(BuiltInCodecs.named(name))
    var random = SplitMix64(seed: 99)
    var refused = 0
    for round in 0..<3_000 {
      let page = RandomPages.page(seed: UInt64(round % 50), elements: 1 + round % 9)
      var buffer = ByteBuffer()
      codec.encode(page, into: &buffer)
      var bytes = (0..<buffer.count).map { buffer.bytes.byte(at: $0) }
      switch random.below(4) {
      case 0: bytes.removeLast(random.below(bytes.count + 1))
      case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: random.below(bytes.count + 1))
      case 2:
        let source = random.below(bytes.count)
        bytes.replaceSubrange(source..<min(source + 8, bytes.count), with: bytes.prefix(random.below(16)))
      default:
        for _ in 0...random.below(4) {
          bytes[random.below(bytes.count)] = [0, 0x2D, 0x30, 0x5B, 0x7F, 0xFF][random.below(6)]
        }
      }
      var input = PageInput(copying: bytes.rawSpan)
      var back = Page(id: page.id)
      do {
        try codec.decode(&input, into: &back)
        for case .stroke(let stroke) in back.elements {
          #expect(stroke.points.indices.upperBound <= back.arena.points.count)
          #expect(stroke.opaque.indices.upperBound <= back.arena.opaque.count)
        }
      } catch {
        refused += 1
        #expect(!error.description.isEmpty)
      }
      let taken =
        back.arena.points.capacity * 16 + back.arena.opaque.capacity
        + back.elements.capacity * MemoryLayout<Element>.stride
      #expect(taken <= bytes.count * Self.bytesPerByteMax + 4_096)
    }
    #expect(refused > 1_000)
  }

  @Test("Lengths that lie are refused before memory is taken for them")
  func lyingLengths() {
    var packed = ByteBuffer()
    for number in [PackedCodec.version, .max, .max, .max] { packed.append(littleEndian: number) }
    var input = PageInput(copying: packed.bytes)
    var page = Page(id: PageID(rawValue: 1))
    #expect(throws: CodecError.self) { try PackedCodec().decode(&input, into: &page) }
    #expect(page.elements.capacity == 0 && page.arena.points.capacity == 0)
    var arena = InkArena()
    for count in [1, .max, -1] {
      #expect(throws: CodecError.self) { try input.readPoints(count, appendingTo: &arena) }
      #expect(throws: CodecError.self) { try input.readBytes(count) { _ in } }
    }
    #expect(arena.points.capacity == 0)
  }
}
