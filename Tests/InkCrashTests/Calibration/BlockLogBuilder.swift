@testable import InkCrash

/// Makes block logs by hand, byte by byte as a device writes them.
struct BlockLogBuilder {
  private(set) var entries: [[UInt8]] = []
  var count: UInt64?
  var magic: UInt64 = 0x6A_7366_7773_6872
  var version: UInt64 = 1
  let sectorBytes: Int

  init(sectorBytes: Int = 512) { self.sectorBytes = sectorBytes }

  /// A write of whole sectors, each full of one letter.
  mutating func write(_ sector: UInt64, _ letters: String, flags: UInt64 = 0) {
    var entry = head(sector, UInt64(letters.utf8.count), flags)
    for letter in letters.utf8 { entry += [UInt8](repeating: letter, count: sectorBytes) }
    entries.append(entry)
  }

  mutating func flush() { entries.append(head(0, 0, 1)) }

  mutating func discard(_ sector: UInt64, count: UInt64) { entries.append(head(sector, count, 4)) }

  private func head(_ sector: UInt64, _ count: UInt64, _ flags: UInt64) -> [UInt8] {
    let numbers = Self.bytes(sector) + Self.bytes(count) + Self.bytes(flags) + Self.bytes(0)
    return numbers + [UInt8](repeating: 0, count: sectorBytes - numbers.count)
  }

  var bytes: [UInt8] {
    let first =
      Self.bytes(magic) + Self.bytes(version) + Self.bytes(count ?? UInt64(entries.count))
      + Self.bytes(UInt64(sectorBytes)).prefix(4)
    return first + [UInt8](repeating: 0, count: sectorBytes - first.count) + entries.joined()
  }

  func log() throws -> BlockLog { try BlockLog(bytes: bytes) }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}
