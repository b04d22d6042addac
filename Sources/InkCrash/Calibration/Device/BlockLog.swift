/// What a block device was asked, in the order in which it was done: a log in the format of dm-log-writes.
///
/// Format, from the kernel's `Documentation/admin-guide/device-mapper/log-writes.rst` and the source of
/// QEMU's `blklogwrites`, which writes the same. All numbers are little-endian. The first sector holds the
/// magic number `6A736677736872` (hexadecimal, 8 bytes), the version 1 (8), the number of entries (8) and the
/// bytes of a sector (4). From the second sector on, entries follow one another: a sector with the place on
/// the device in sectors (8), the count of sectors (8), flags (8) and the length of a mark's text (8), which
/// stands behind it in the same sector; then the bytes of so many sectors, unless it is a discard. An entry
/// is written once the device has done it.
package struct BlockLog: Sendable {
  package struct Entry: Hashable, Sendable {
    package var sector: UInt64
    package var sectorCount: UInt64
    package var flags: Flags
    /// Where its bytes begin in the log; nothing stands there for a discard.
    var place: Int
  }

  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }
    /// Everything that was done before is durable.
    package static let flush = Flags(rawValue: 1)
    /// It is durable itself, as soon as it is done.
    package static let forceUnitAccess = Flags(rawValue: 2)
    /// The sectors hold nothing any more.
    package static let discard = Flags(rawValue: 4)
    package static let mark = Flags(rawValue: 8)
    /// The kernel's own note that it is no user's data.
    package static let metadata = Flags(rawValue: 16)
    static let known = Flags(rawValue: 31)
  }

  package let sectorBytes: Int
  package let entries: [Entry]
  private let bytes: [UInt8]

  static let magic: UInt64 = 0x6A_7366_7773_6872
  static let version: UInt64 = 1
  /// The number of entries stands there, in the first sector.
  static let countPlace = 16
  private static let superBytes = 28
  private static let entryBytes = 32

  /// Reads a log; one that is empty has no entries, since its first sector comes with the first of them.
  package init(bytes: [UInt8]) throws(BlockLogError) {
    self.bytes = bytes
    guard !bytes.isEmpty else {
      (sectorBytes, entries) = (512, [])
      return
    }
    guard bytes.count >= Self.superBytes else { throw .cut(entry: nil) }
    guard Self.number(bytes, 0) == Self.magic else { throw .foreign }
    guard Self.number(bytes, 8) == Self.version else { throw .version(Self.number(bytes, 8)) }
    let sector = Self.number(bytes, 24) & 0xFFFF_FFFF
    guard sector.nonzeroBitCount == 1, 512...65_536 ~= sector else { throw .sector(sector) }
    sectorBytes = Int(sector)
    entries = try Self.entries(bytes, count: Self.number(bytes, Self.countPlace), sectorBytes: Int(sector))
  }

  private static func entries(
    _ bytes: [UInt8], count: UInt64, sectorBytes: Int
  ) throws(BlockLogError) -> [Entry] {
    var entries: [Entry] = []
    var place = sectorBytes
    for index in 0..<count {
      guard place <= bytes.count - entryBytes else { throw .cut(entry: index) }
      let flags = Flags(rawValue: number(bytes, place + 16))
      guard flags.isSubset(of: .known) else { throw .flags(flags.rawValue, entry: index) }
      let entry = Entry(
        sector: number(bytes, place), sectorCount: number(bytes, place + 8), flags: flags,
        place: place + sectorBytes)
      place = entry.place
      // The device ends far below this; beyond it the products would not fit.
      guard max(entry.sector, entry.sectorCount) <= sectorMax else { throw .cut(entry: index) }
      if !flags.contains(.discard) {
        let length = Int(entry.sectorCount) * sectorBytes
        guard length == 0 || place <= bytes.count - length else { throw .cut(entry: index) }
        place += length
      }
      entries.append(entry)
    }
    return entries
  }

  private static let sectorMax: UInt64 = 1 << 40

  /// How many entries the first sector of a log tells of; the log may be growing meanwhile.
  static func count(head: [UInt8]) -> Int? {
    guard head.count >= countPlace + 8, number(head, 0) == magic else { return head.isEmpty ? 0 : nil }
    return Int(exactly: number(head, countPlace))
  }

  /// What a write has put on the device, from its first sector on.
  package func contents(of entry: Entry) -> ArraySlice<UInt8> {
    guard !entry.flags.contains(.discard) else { return [] }
    return bytes[entry.place..<entry.place + Int(entry.sectorCount) * sectorBytes]
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<8 where place + index < bytes.count {
      number |= UInt64(bytes[place + index]) << UInt64(8 * index)
    }
    return number
  }
}
