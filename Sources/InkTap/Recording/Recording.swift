internal import CIOTap
internal import InkModel

/// A log of file calls, as it was written.
///
/// The format stands beside its structures in the tap's header. Nothing in it is believed: every length is
/// held against what is there, so that a log from another process, or a damaged one, gives an error and no
/// more.
package struct Recording: Sendable {
  package static let version = INKTAP_LOG_VERSION
  package static let headByteCount = MemoryLayout<inktap_log_head>.size
  package static let entryByteCount = MemoryLayout<inktap_log_entry>.size

  /// The whole log, head included.
  package let bytes: [UInt8]
  /// Where the entries end.
  private let end: Int
  /// The process that wrote it.
  package let processIdentifier: Int32
  package let keepsContents: Bool

  /// Takes a log from memory that another owner will free.
  init(copying memory: UnsafeRawBufferPointer) throws(RecordingError) {
    // A log is mostly room; what follows its last entry is not copied.
    guard memory.count >= Self.headByteCount else { throw .notALog }
    let head = unsafe memory.loadUnaligned(as: inktap_log_head.self)
    let used = Int(clamping: min(head.reserved, head.capacity))
    let count = min(memory.count, Self.headByteCount + min(used, memory.count))
    try self.init(unsafe [UInt8](memory[..<count]))
  }

  /// Reads the head of a log; entries that found no room are an error.
  package init(_ bytes: [UInt8]) throws(RecordingError) {
    guard bytes.count >= Self.headByteCount else { throw .notALog }
    // Unsafe to the compiler only: a structure of integers takes any bytes, and there are enough of them.
    let head = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: inktap_log_head.self) }
    guard head.magic == UInt64(INKTAP_LOG_MAGIC) else { throw .notALog }
    guard head.version == Self.version else { throw .version(head.version) }
    guard head.head_bytes == UInt32(Self.headByteCount) else { throw .damaged(place: 0, what: "its head") }
    guard head.lost_entries == 0, head.reserved <= head.capacity else {
      throw .full(lostEntries: head.lost_entries, lostBytes: head.lost_bytes)
    }
    guard head.reserved <= UInt64(bytes.count - Self.headByteCount) else {
      throw .damaged(place: bytes.count, what: "it ends before its last entry")
    }
    self.bytes = bytes
    end = Self.headByteCount + Int(head.reserved)
    processIdentifier = Int32(truncatingIfNeeded: head.process)
    keepsContents = head.keeps_contents != 0
  }

  /// Reads a log that a process left in a file.
  package init(contentsOf path: String) throws(RecordingError) {
    guard let bytes = Platform.bytes(of: path) else { throw .notALog }
    try self.init(bytes)
  }

  /// A log without the room behind its last entry; bytes that are no log stay as they are.
  package static func withoutRoom(_ log: [UInt8]) -> [UInt8] {
    guard let recording = try? Recording(log), recording.end < log.count else { return log }
    return Array(log[..<recording.end])
  }

  /// All entries, in the order in which their calls began.
  ///
  /// A process that was ended in the middle of making an entry leaves a gap, where its log ends.
  package func entries() throws(RecordingError) -> [RecordedEntry] {
    var entries: [RecordedEntry] = []
    entries.reserveCapacity((end - Self.headByteCount) / (Self.entryByteCount + 32))
    var place = Self.headByteCount
    while place < end {
      guard end - place >= Self.entryByteCount else { throw damaged(place, "an entry is cut off") }
      let at = place
      let entry = unsafe bytes.withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: at, as: inktap_log_entry.self)
      }
      if entry.length == 0 { break }
      let length = Int(entry.length)
      guard length >= Self.entryByteCount, length % 8 == 0, length <= end - place else {
        throw damaged(place, "an entry of \(length) bytes")
      }
      entries.append(try decode(entry, at: place))
      place += length
    }
    try checkNumbers(in: entries)
    return entries
  }

  private func damaged(_ place: Int, _ what: String) -> RecordingError {
    .damaged(place: place - Self.headByteCount, what: what)
  }

  private func decode(_ entry: inktap_log_entry, at place: Int) throws(RecordingError) -> RecordedEntry {
    let room = UInt64(entry.length) - UInt64(Self.entryByteCount)
    let paths = UInt64(entry.path_length) + UInt64(entry.target_path_length)
    guard paths <= room, entry.contents_length <= room - paths else {
      throw damaged(place, "its parts are longer than the entry")
    }
    let path = place + Self.entryByteCount
    let targetPath = path + Int(entry.path_length)
    let contents = targetPath + Int(entry.target_path_length)
    let parts = EntryParts(
      path: String(decoding: bytes[path..<targetPath], as: UTF8.self),
      targetPath: String(decoding: bytes[targetPath..<contents], as: UTF8.self),
      contents: bytes[contents..<contents + Int(entry.contents_length)])
    guard let decoded = RecordedEntry(entry, parts) else { throw damaged(place, "an unknown kind of entry") }
    return decoded
  }

  /// Each file that an operation names must have been told of, once.
  private func checkNumbers(in entries: [RecordedEntry]) throws(RecordingError) {
    var known: Set<Int> = []
    for case .file(let file) in entries {
      guard file.number > 0, known.insert(file.number).inserted else {
        throw damaged(Self.headByteCount, "file \(file.number) is told of twice")
      }
    }
    for case .operation(let call) in entries {
      for number in [call.file, call.target, call.directory, call.targetDirectory] {
        guard let number, !known.contains(number) else { continue }
        throw damaged(Self.headByteCount, "nothing is told of file \(number)")
      }
    }
  }
}

/// What follows the fields of an entry.
struct EntryParts {
  var path: String
  var targetPath: String
  var contents: ArraySlice<UInt8>
}
