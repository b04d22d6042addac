import FoundationEssentials
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Hostile pages") struct CodecFuzzTests {
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
      switch FuzzDecoder.verdict(on: bytes, codec).verdict {
      case .accepted: break
      case .refused: refused += 1
      case .broken(let rule): Issue.record("round \(round): \(rule)")
      }
    }
    #expect(refused > Self.rounds / 3)
  }

  /// Enough for seconds; `INKBENCH_FUZZ_ROUNDS` asks for more.
  private static let rounds =
    ProcessInfo.processInfo.environment["INKBENCH_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 3_000

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
