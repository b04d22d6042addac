internal import InkModel

/// Puts the frames of one save together, in a buffer that it keeps.
struct JournalWriter: ~Copyable {
  /// The bytes to append; whoever opens a frame adds its payload here and seals it.
  var buffer = ByteBuffer()
  /// Where in the file the buffer's first byte will stand.
  private var place = 0
  private(set) var headerChecksum: UInt32 = 0
  private var frameStart = 0
  /// The mark of the next frame, if it is the first of the save.
  private var firstMark: UInt8 = 0

  /// Begins a save at the end of a journal whose header has a checksum.
  mutating func begin(at place: Int, under headerChecksum: UInt32, earlierIsKept: Bool) {
    buffer.removeAll()
    self.place = place
    self.headerChecksum = headerChecksum
    firstMark = earlierIsKept ? JournalFormat.earlierIsKept : 0
  }

  /// Begins the first save of a journal.
  mutating func begin(_ header: JournalHeader) {
    var header = header
    begin(at: 0, under: 0, earlierIsKept: false)
    header.write(to: &buffer)
    headerChecksum = header.checksum
  }

  /// Opens a frame, whose payload is appended to the buffer next.
  mutating func openFrame() {
    frameStart = buffer.count
    buffer.append(zeros: JournalFormat.frameHeaderByteCount)
  }

  /// Writes the head of the open frame, with the checksums of what it holds.
  mutating func sealFrame(_ type: JournalFormat.FrameType, isLast: Bool) {
    let marked = type.rawValue | firstMark | (isLast ? JournalFormat.lastOfSave : 0)
    firstMark = 0
    let start = frameStart
    let payload = start + JournalFormat.frameHeaderByteCount
    buffer.replace(littleEndian: UInt32(buffer.count - payload), at: start)
    buffer.replace(littleEndian: marked, at: start + 8)
    let head = JournalFormat.headChecksum(
      length: buffer.bytes.extracting(start..<start + 4),
      type: buffer.bytes.extracting(start + 8..<start + 9), at: place + start, under: headerChecksum)
    buffer.replace(littleEndian: head, at: start + 9)
    buffer.replace(
      littleEndian: checksum(buffer.bytes.extracting(payload..<buffer.count), from: head), at: start + 4)
  }
}
