internal import InkModel

/// Tells a write-ahead log that was damaged from one whose last save a crash cut short.
///
/// The engine takes a log up to its first frame that does not pass, and drops all behind it without a word:
/// one flipped bit takes every later save away, and what is left fits together. So before the engine sees a
/// log, its bytes are read as the format says ("WAL File Format", sqlite.org/fileformat2.html, section 4). A
/// header of 32 bytes, numbers big endian:
///
///      0  magic 0x377f0682 or …3     4  version 3007000     8  page size     12  number of the checkpoint
///     16  two salts                 24  checksum of bytes 0..<24, two numbers of four bytes
///
/// Frames of 24 bytes and a database page:
///
///      0  page number      4  size of the database after a commit, else 0      8  salts of the header
///     16  checksum, going on from that of the frame before, of bytes 0..<8 and the page
///
/// A checksum goes on over two numbers at a time, x and y: first += x + second, second += y + first. They are
/// big endian where the magic ends in 3, else little endian.
///
/// **The rule.** The first frame without the header's salts or without its checksum is the break. A log that
/// begins anew at its start has other salts, so the old frames behind its end make a break and are nothing
/// more. Witness against a break is a pair of neighbours at or behind it, with the header's salts: a frame
/// that commits, and one whose checksum goes on from it. The engine goes on from a commit only once that has
/// been kept: written, under `process-crash`, and synced, under `power-durable` (`synchronous=FULL`). So
/// everything before the second frame had been kept, and the break is damage. What a transaction that was
/// rolled back or failed has left behind the end is no witness: nothing ever went on from its commit. The
/// break itself counts as the pair's first with the checksum that it states and the one that it has, whatever
/// its salts: one of the two survives any one bit.
///
/// A log whose header does not pass is ignored by the engine as a whole. It is damaged if there is such a
/// pair with salts in common, under any page size and either order of bytes.
///
/// **What this can't tell.** A break in the last transaction, or an end that is missing, looks like a save
/// cut short, and the state before is shown; so does a break in the commit before that which also makes its
/// size 0. A log that was removed leaves no trace. Under `power-consistent`, and in the preset `sqlite-grdb`
/// whatever the class, the log is synced at checkpoints only (`synchronous=NORMAL`): a power cut may keep
/// later frames and lose earlier ones, and the state before them is what the class promises. There nothing is
/// checked. The log does not say under which class it was written: one that a power cut left under
/// `power-consistent` may be refused under another, until it has been opened and closed under its own.
///
/// The log is read once, 4 MB at most as `SQLiteOptions.logBytesMax` says, or what an import left.
struct WriteAheadLogCheck: ~Copyable {
  private static let headerByteCount = 32
  private static let version: UInt32 = 3_007_000
  /// The last bit says whether checksums are over big endian numbers.
  private static let magic: UInt32 = 0x377F_0682
  /// Powers of two between these are page sizes.
  private static let pageByteCounts = (least: 512, most: 65_536)
  private static let pieceByteCount = 1 << 18
  /// How far behind a break, or without a header, witnesses are looked for: a file without an end, of holes,
  /// must not keep a document from opening.
  private static let searchByteCountMax = 64 << 20

  private let file: File
  private let byteCount: Int
  private var buffer = ByteBuffer(capacity: 0)

  private init(_ file: consuming File, byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  /// Refuses the log of a path if it was damaged in front of a save that was kept; a missing or empty one
  /// passes.
  static func check(_ path: String) throws(StorageError) {
    guard SystemCalls.exists(path) else { return }
    let file = try File(path, .read)
    let byteCount = file.openedSize
    guard byteCount > headerByteCount else { return }
    var log = Self(file, byteCount: byteCount)
    if let layout = try log.statedLayout() {
      guard let frame = try log.damagedFrame(layout) else { return }
      throw .damaged(path: path, reason: "its frame \(frame) is broken, and later saves follow it")
    }
    var pageByteCount = pageByteCounts.least
    while pageByteCount <= pageByteCounts.most {
      for isBigEndian in [false, true]
      where try log.damagedFrame(Layout(pageByteCount: pageByteCount, isBigEndian: isBigEndian)) != nil {
        throw .damaged(path: path, reason: "its header is broken, and saves follow it")
      }
      pageByteCount *= 2
    }
  }

  /// What the header says, or what is tried in its place.
  private struct Layout {
    var pageByteCount: Int
    var isBigEndian: Bool
    /// The salts and checksum of the header; nil if it does not pass.
    var seal: (salts: UInt64, checksum: LogChecksum)?
    var frameByteCount: Int { LogFrame.headerByteCount + pageByteCount }
  }

  private mutating func statedLayout() throws(StorageError) -> Layout? {
    buffer.removeAll()
    try file.read(Self.headerByteCount, at: 0, appendingTo: &buffer)
    let bytes = buffer.bytes
    let magic = bytes.bigEndianUInt32(at: 0)
    let pageByteCount = Int(bytes.bigEndianUInt32(at: 8))
    guard magic & ~1 == Self.magic, bytes.bigEndianUInt32(at: 4) == Self.version,
      (Self.pageByteCounts.least...Self.pageByteCounts.most).contains(pageByteCount),
      pageByteCount.nonzeroBitCount == 1
    else { return nil }
    let isBigEndian = magic & 1 == 1
    let checksum = LogChecksum(bytes, at: 24)
    guard checksum == LogChecksum().continued(over: bytes.extracting(0..<24), isBigEndian: isBigEndian) else {
      return nil
    }
    return Layout(
      pageByteCount: pageByteCount, isBigEndian: isBigEndian, seal: (bytes.uint64(at: 16), checksum))
  }

  /// The number of the break that has a witness, counted from 1; without a header 0; nil if all is well.
  private mutating func damagedFrame(_ layout: Layout) throws(StorageError) -> Int? {
    let frameByteCount = layout.frameByteCount
    let frameCount = (byteCount - Self.headerByteCount) / frameByteCount
    let framesInPiece = max(1, Self.pieceByteCount / frameByteCount)
    let framesSearched = Self.searchByteCountMax / frameByteCount
    /// The checksum of everything so far; nil from the break on.
    var intact = layout.seal?.checksum
    var broken = 0
    /// The frame before, if it is a commit at or behind the break.
    var commit: (salts: UInt64, stated: LogChecksum, found: LogChecksum)?
    for index in 0..<frameCount {
      if index % framesInPiece == 0 {
        buffer.removeAll()
        try file.read(
          min(framesInPiece, frameCount - index) * frameByteCount,
          at: Self.headerByteCount + index * frameByteCount, appendingTo: &buffer)
      }
      let start = index % framesInPiece * frameByteCount
      let frame = LogFrame(
        bytes: buffer.bytes.extracting(start..<start + frameByteCount), isBigEndian: layout.isBigEndian)
      if let commit, frame.salts == layout.seal?.salts ?? commit.salts,
        frame.continues(commit.stated) || frame.continues(commit.found)
      {
        return broken
      }
      commit = nil
      if let before = intact {
        let found = frame.checksum(from: before)
        if found == frame.stated, frame.salts == layout.seal?.salts {
          intact = found
          continue
        }
        intact = nil
        broken = index + 1
        if frame.isCommit { commit = (frame.salts, frame.stated, found) }
      } else if frame.isCommit, frame.salts == layout.seal?.salts ?? frame.salts {
        commit = (frame.salts, frame.stated, frame.stated)
      }
      guard index - broken < framesSearched else { return nil }
    }
    return nil
  }
}

/// A frame of a write-ahead log.
private struct LogFrame: ~Escapable {
  static let headerByteCount = 24
  private let bytes: RawSpan
  private let isBigEndian: Bool

  @_lifetime(copy bytes)
  init(bytes: RawSpan, isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  var isCommit: Bool { bytes.uint32(at: 4) != 0 }
  var salts: UInt64 { bytes.uint64(at: 8) }
  var stated: LogChecksum { LogChecksum(bytes, at: 16) }

  func checksum(from before: LogChecksum) -> LogChecksum {
    before
      .continued(over: bytes.extracting(0..<8), isBigEndian: isBigEndian)
      .continued(over: bytes.extracting(Self.headerByteCount..<bytes.byteCount), isBigEndian: isBigEndian)
  }

  func continues(_ before: LogChecksum) -> Bool { checksum(from: before) == stated }
}

/// The checksum of write-ahead logs: two sums, each over the other.
private struct LogChecksum: Equatable, BitwiseCopyable {
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init() {}

  init(_ bytes: RawSpan, at offset: Int) {
    first = bytes.bigEndianUInt32(at: offset)
    second = bytes.bigEndianUInt32(at: offset + 4)
  }

  /// The checksum after bytes whose number is a multiple of eight.
  func continued(over bytes: RawSpan, isBigEndian: Bool) -> Self {
    var sum = self
    var offset = 0
    while offset < bytes.byteCount {
      let x = bytes.uint32(at: offset)
      let y = bytes.uint32(at: offset + 4)
      sum.first &+= (isBigEndian ? x.byteSwapped : x) &+ sum.second
      sum.second &+= (isBigEndian ? y.byteSwapped : y) &+ sum.first
      offset += 8
    }
    return sum
  }
}

extension RawSpan {
  fileprivate func bigEndianUInt32(at offset: Int) -> UInt32 { uint32(at: offset).byteSwapped }
}
