internal import InkModel
internal import InkStorage

/// A page is a snapshot and a journal, which is compacted into it by the save that finds it full.
///
/// A save appends the page as it now is to the journal, in a frame of one slot, and the last whole frame of
/// the snapshot's generation is the page. Compaction writes a snapshot of the next generation, by which all
/// frames of the journal lose their meaning; then the journal is emptied. Layout of a frame, little endian:
///
///      0  generation (UInt64)     8  bytes of the page (UInt32)     12  CRC-32 of everything else (UInt32)
///     16  the page, then zeros up to the end of the slot
package class JournalStore: ToyStore {
  /// Every frame takes up as much, so that one that is written over an old one ends where the next begins.
  static var slotByteCount: Int { 2_048 }
  /// So that the third save of a session compacts.
  private static var framesMax: Int { 2 }
  private static var headByteCount: Int { 16 }

  /// What is known of a page that was read.
  private struct Log {
    var generation: UInt64
    /// How many slots hold frames that count.
    var frameCount = 0
    /// The bytes of the page as it now is.
    var page: [UInt8]
  }

  private var logs: [PageID: Log] = [:]

  // MARK: What subclasses are about

  /// Whether a frame that fits its slot is taken for the next version.
  func accepts(_ frame: [UInt8], payload: [UInt8], generation: UInt64) -> Bool {
    frame.integer(at: 0) == generation && frame.integer(at: 12) == checksum(frame, payload)
  }

  /// Forces a frame that has just been appended to the disk.
  func sync(_ journal: borrowing PosixFile, of id: PageID) throws(StorageError) { try journal.syncData() }

  /// Forces the name of a journal that is new to the disk.
  func syncName(ofJournal path: String) throws(StorageError) {
    try Posix.syncDirectory(Posix.parent(of: path))
  }

  /// Puts a new snapshot in the place of the old one.
  func replaceSnapshot(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    try Posix.replace(path, with: bytes)
  }

  /// Makes room in a journal whose frames have all lost their meaning.
  func empty(_ journal: borrowing PosixFile) throws(StorageError) { try journal.truncate(to: 0) }

  // MARK: Pages

  override final func makePage(_ page: borrowing Page) throws(StorageError) {
    let bytes = environment.codec.bytes(of: page)
    try Posix.replace(pagePath(page.id), with: Self.snapshot(1, bytes))
    logs[page.id] = Log(generation: 1, page: bytes)
  }

  override final func storePage(_ page: borrowing Page) throws(StorageError) {
    if let log = logs[page.id], log.frameCount >= Self.framesMax { try compact(page.id) }
    guard var log = logs[page.id] else { throw .misuse("page \(page.id.name) was not opened") }
    log.page = environment.codec.bytes(of: page)
    let path = journalPath(page.id)
    let isNew = !Posix.exists(path)
    let journal = try PosixFile(path, .update)
    try journal.write(frame(log.generation, log.page), at: log.frameCount * Self.slotByteCount)
    log.frameCount += 1
    logs[page.id] = log
    try sync(journal, of: page.id)
    if isNew { try syncName(ofJournal: path) }
  }

  override final func readPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    let path = pagePath(id)
    guard let snapshot = try Posix.read(path)?.unsealed, let generation: UInt64 = snapshot.integer(at: 0)
    else { throw .damaged(path: path, reason: "there is no whole snapshot") }
    var log = Log(generation: generation, page: Array(snapshot.dropFirst(8)))
    let journal = try Posix.read(journalPath(id)) ?? []
    while let version = version(in: journal, slot: log.frameCount, generation: generation) {
      log.page = version
      log.frameCount += 1
    }
    logs[id] = log
    try environment.codec.read(log.page, from: path, into: &page)
  }

  override final func removePage(_ id: PageID) throws(StorageError) {
    try super.removePage(id)
    if Posix.exists(journalPath(id)) { try Posix.remove(journalPath(id)) }
  }

  /// Makes a page's newest version its snapshot, of the next generation.
  final func compact(_ id: PageID) throws(StorageError) {
    guard let log = logs[id] else { return }
    try replaceSnapshot(pagePath(id), with: Self.snapshot(log.generation + 1, log.page))
    try empty(try PosixFile(journalPath(id), .update))
    logs[id] = Log(generation: log.generation + 1, page: log.page)
  }

  // MARK: Formats

  private static func snapshot(_ generation: UInt64, _ page: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: generation)
    return (bytes + page).sealed
  }

  private func frame(_ generation: UInt64, _ page: [UInt8]) throws(StorageError) -> [UInt8] {
    guard page.count <= Self.slotByteCount - Self.headByteCount else {
      throw .misuse("a page of \(page.count) bytes is too large for a toy")
    }
    var frame: [UInt8] = []
    frame.append(littleEndian: generation)
    frame.append(littleEndian: UInt32(page.count))
    frame.append(littleEndian: checksum(frame, page))
    return frame + page + [UInt8](repeating: 0, count: Self.slotByteCount - Self.headByteCount - page.count)
  }

  /// The checksum of a frame's generation, length and page.
  private func checksum(_ frame: [UInt8], _ page: [UInt8]) -> UInt32 { (frame.prefix(12) + page).crc }

  /// The page in a slot; nil if there is no frame that counts.
  private func version(in journal: [UInt8], slot: Int, generation: UInt64) -> [UInt8]? {
    let frame = Array(journal.dropFirst(slot * Self.slotByteCount).prefix(Self.slotByteCount))
    guard let length: UInt32 = frame.integer(at: 8), length > 0 else { return nil }
    let payload = Array(frame.dropFirst(Self.headByteCount).prefix(Int(length)))
    guard payload.count == Int(length) else { return nil }
    return accepts(frame, payload: payload, generation: generation) ? payload : nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate var crc: UInt32 { Array(self).crc }
}
