import InkCrash
import InkModel
import Testing

@testable import InkCrash

/// The reader of block logs: what it takes from a log, and what it says of one that is damaged.
@Suite struct BlockLogTests {
  private static var builder: BlockLogBuilder {
    var builder = BlockLogBuilder()
    builder.write(8, "AB")
    builder.flush()
    builder.discard(16, count: 8)
    builder.write(2, "C", flags: 2)
    return builder
  }

  // Red if the data of a discard were skipped, if sectors were counted from 0, or if a number were read in
  // another order of bytes.
  @Test("A log gives its entries with their places, flags and bytes", arguments: [512, 4_096])
  func entries(sectorBytes: Int) throws {
    var builder = BlockLogBuilder(sectorBytes: sectorBytes)
    builder.write(8, "AB")
    builder.flush()
    builder.discard(0x1_0203, count: 8)
    builder.write(2, "C", flags: 2)
    let log = try builder.log()
    #expect(log.sectorBytes == sectorBytes)
    #expect(log.entries.map(\.sector) == [8, 0, 0x1_0203, 2])
    #expect(log.entries.map(\.sectorCount) == [2, 0, 8, 1])
    #expect(log.entries.map(\.flags) == [[], .flush, .discard, .forceUnitAccess])
    let contents = log.entries.map { Array(log.contents(of: $0)) }
    #expect(
      contents[0] == [UInt8](repeating: 0x41, count: sectorBytes)
        + [UInt8](repeating: 0x42, count: sectorBytes))
    #expect(contents[1] == [] && contents[2] == [])
    #expect(contents[3] == [UInt8](repeating: 0x43, count: sectorBytes))
  }

  @Test("A log that nothing was written to has no entries")
  func empty() throws {
    #expect(try BlockLog(bytes: []).entries.isEmpty)
    #expect(BlockLog.count(head: []) == 0)
    #expect(BlockLog.count(head: Array(Self.builder.bytes.prefix(24))) == 4)
  }

  @Test("A log that is none of ours is refused with a sentence")
  func refused() throws {
    func fault(_ change: (inout BlockLogBuilder) -> Void) -> BlockLogError? {
      var builder = Self.builder
      change(&builder)
      do throws(BlockLogError) { _ = try BlockLog(bytes: builder.bytes) } catch { return error }
      return nil
    }
    #expect(fault { $0.magic = 1 } == .foreign)
    #expect(fault { $0.version = 2 } == .version(2))
    #expect(fault { $0.count = 5 } == .cut(entry: 4))
    #expect(fault { $0.write(0, "A", flags: 64) } == .flags(64, entry: 4))
    #expect(fault { $0.discard(.max, count: 1) } == .cut(entry: 4))
    #expect(fault { $0.discard(1, count: .max) } == .cut(entry: 4))
    let sentence = fault { $0.version = 2 }.map { "\($0)" }
    #expect(sentence == "the block log has version 2, and this program reads version 1")
  }

  // Red if a length were not checked against the end: the reader would trap.
  @Test("A log that is cut anywhere is read or refused, and one with any byte changed too")
  func damage() throws {
    let whole = Self.builder.bytes
    for length in 0..<whole.count {
      let cut = try? BlockLog(bytes: Array(whole.prefix(length)))
      #expect((cut == nil) == (length > 0), "cut at \(length)")
    }
    var random = SplitMix64(seed: 7, keys: 1)
    for _ in 0..<5_000 {
      var bytes = whole
      for _ in 0...random.below(3) {
        // Mostly in the numbers, where it matters.
        let sector = random.below(whole.count / 512) * 512
        bytes[sector + random.below(32)] = UInt8(truncatingIfNeeded: random.next())
      }
      guard let log = try? BlockLog(bytes: bytes) else { continue }
      for entry in log.entries where !entry.flags.contains(.discard) {
        #expect(log.contents(of: entry).count == Int(entry.sectorCount) * log.sectorBytes)
      }
    }
  }
}
