import InkModel
import Testing

@testable import InkStorage

@Suite("Checksums") struct ChecksumTests {
  /// CRC-32 as it is defined, bit by bit.
  private func reference(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  @Test("The check value of the catalogues comes out")
  func checkValue() {
    #expect(checksum(Array("123456789".utf8).rawSpan) == 0xCBF4_3926)
    #expect(checksum([UInt8]().rawSpan) == 0)
    #expect(checksum([UInt8]().rawSpan, from: 77) == 77)
  }

  @Test("Every length and place gives what the definition gives, in one piece and in two")
  func lengths() {
    var random = SplitMix64(seed: 4)
    let bytes = (0..<6_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    for round in 0..<400 {
      let first = random.below(130)
      let count = round < 300 ? 960 + round : random.below(5_500)
      let range = first..<first + count
      let wanted = reference(bytes[range])
      #expect(checksum(bytes.rawSpan.extracting(range)) == wanted, "\(count) bytes from \(first)")
      let middle = first + random.below(count + 1)
      let half = checksum(bytes.rawSpan.extracting(first..<middle))
      #expect(checksum(bytes.rawSpan.extracting(middle..<first + count), from: half) == wanted)
    }
  }
}
