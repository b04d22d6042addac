internal import InkModel
internal import InkStorage

/// Bug 14: a pointer is overwritten in place, and its checksum is not looked at, as with LMDB's meta pages.
///
/// A page is one file: two pointers, each in a sector of its own and written in turn, then all versions one
/// after another. The pointer with the greater number leads to the page. A disk that tears within a sector
/// leaves the new number and the old place. Layout of a pointer, 106 bytes as in LMDB:
///
///      0  number (UInt64)     90  place (UInt64)     98  bytes (UInt32)     102  CRC-32 of what is before
final class SubSectorPointer<Form: ToyForm>: ToyStore {
  private static var sectorByteCount: Int { 512 }
  private static var headByteCount: Int { 2 * sectorByteCount }
  private static var placeOffset: Int { 90 }

  private struct Pointer {
    var number: UInt64
    var place: Int
    var byteCount: Int
  }

  override func storePage(_ page: borrowing Page) throws(StorageError) {
    let path = pagePath(page.id)
    let isNew = !Posix.exists(path)
    let file = try PosixFile(path, .update)
    let number = (newest(in: try file.read())?.number ?? 0) + 1
    let bytes = environment.codec.bytes(of: page)
    let place = max(try file.size(), Self.headByteCount)
    try file.write(bytes, at: place)
    try file.syncData()
    let pointer = Self.encode(Pointer(number: number, place: place, byteCount: bytes.count))
    try file.write(pointer, at: Int(number % 2) * Self.sectorByteCount)
    try file.syncData()
    if isNew { try Posix.syncDirectory(pagesPath) }
  }

  override func readPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    let path = pagePath(id)
    guard let file = try Posix.read(path) else { throw .missing("file of page \(id.name)") }
    guard let pointer = newest(in: file) else { throw .damaged(path: path, reason: "no pointer is whole") }
    let bytes = Array(file.dropFirst(pointer.place).prefix(pointer.byteCount))
    try environment.codec.read(bytes, from: path, into: &page)
  }

  private func newest(in file: [UInt8]) -> Pointer? {
    [0, 1].compactMap { Self.decode(Array(file.dropFirst($0 * Self.sectorByteCount))) }
      .max { $0.number < $1.number }
  }

  private static func encode(_ pointer: Pointer) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: pointer.number)
    bytes += [UInt8](repeating: 0x4C, count: placeOffset - bytes.count)
    bytes.append(littleEndian: UInt64(pointer.place))
    bytes.append(littleEndian: UInt32(pointer.byteCount))
    bytes.append(littleEndian: bytes.crc)
    return bytes
  }

  private static func decode(_ bytes: [UInt8]) -> Pointer? {
    guard let number: UInt64 = bytes.integer(at: 0), number > 0,
      let place: UInt64 = bytes.integer(at: placeOffset),
      let byteCount: UInt32 = bytes.integer(at: placeOffset + 8),
      let sum: UInt32 = bytes.integer(at: placeOffset + 12)
    else { return nil }
    if Form.isCorrected, sum != Array(bytes.prefix(placeOffset + 12)).crc { return nil }
    return Pointer(number: number, place: Int(clamping: place), byteCount: Int(byteCount))
  }
}
