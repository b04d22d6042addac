/// The bytes of a file, decompressed while they are read if the file is gzip.
///
/// Gzip is told by its first two bytes, never by the name. A gzip file may have several members; what follows
/// the last one is refused or passed over, as the caller wishes.
final class TraceInput {
  let path: String
  private let ignoresTrailingBytes: Bool
  private let descriptor: Int32
  private var chunk = [UInt8](repeating: 0, count: TraceInput.chunkByteCount)
  private var next = 0
  private var end = 0
  private var isAtEndOfFile = false
  private var wrapping = Wrapping.unknown
  private var inflater: Inflater?
  private var totalByteCount = 0
  /// Whether something that is no gzip member followed the last member.
  private(set) var hasTrailingBytes = false
  /// Whether the header of some member read so far has a name, a comment, a time or a field of its own.
  private(set) var hasTellingHeader = false

  private enum Wrapping { case unknown, plain, insideMember, betweenMembers, ended }

  /// 128 KiB: large enough that system calls don't count, small enough for the second-level cache.
  private static let chunkByteCount = 128 << 10

  /// Opens a file.
  init(path: String, ignoresTrailingBytes: Bool) throws(TraceError) {
    self.path = path
    self.ignoresTrailingBytes = ignoresTrailingBytes
    do throws(Platform.Failure) {
      descriptor = try Platform.openForReading(path)
    } catch {
      throw TraceError(.unreadable, file: path, "can't be opened: \(error.text)")
    }
    guard Platform.isFileOrDirectory(descriptor) else {
      throw TraceError(
        .unreadable, file: path, "is no regular file; it is read more than once, so save it to one first")
    }
  }

  deinit { try? Platform.close(descriptor) }

  /// Reads at most as many bytes as the buffer has; zero at the end.
  @unsafe private func read(into output: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    guard output.count > 0 else { return 0 }
    if wrapping == .unknown {
      try fill(atLeast: Self.headerByteCount)
      wrapping = startsMember ? .insideMember : .plain
      if wrapping == .insideMember {
        inflater = Inflater()
        noteHeader()
      }
    }
    let count =
      wrapping == .plain ? try unsafe readPlain(into: output) : try unsafe readMembers(into: output)
    totalByteCount += count
    guard totalByteCount <= TraceLimits.inflatedByteCountMax else {
      throw malformed("holds more than \(TraceLimits.inflatedByteCountMax >> 30) GiB; divide it")
    }
    return count
  }

  private var startsMember: Bool { end - next >= 2 && chunk[next] == 0x1F && chunk[next + 1] == 0x8B }

  /// Bytes of a member's header up to what its flags announce.
  private static let headerByteCount = 10

  /// Notes what a member's header has beside what every header has.
  private func noteHeader() {
    guard end - next >= Self.headerByteCount else { return }
    // Flags: 0x04 a field of its own, 0x08 a name, 0x10 a comment. Then four bytes of time.
    let isTelling = chunk[next + 3] & 0x1C != 0 || chunk[next + 4..<next + 8].contains { $0 != 0 }
    hasTellingHeader = hasTellingHeader || isTelling
  }

  @unsafe private func readPlain(into output: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    if next == end { try fill(atLeast: 1) }
    let count = min(output.count, end - next)
    unsafe chunk.withUnsafeBytes { bytes in
      unsafe output.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[next..<next + count]))
    }
    next += count
    return count
  }

  @unsafe private func readMembers(into output: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    while true {
      if wrapping == .betweenMembers { try startNextMember() }
      if wrapping == .ended { return 0 }
      if next == end { try fill(atLeast: 1) }
      guard next < end else {
        throw malformed("the compressed data ends too early: the file was cut short; take another copy of it")
      }
      let produced = try unsafe inflate(into: output)
      if produced > 0 { return produced }
    }
  }

  @unsafe private func inflate(into output: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    guard
      let (consumed, produced, status) = unsafe chunk.withUnsafeBytes({ bytes in
        unsafe inflater?.step(UnsafeRawBufferPointer(rebasing: bytes[next..<end]), into: output)
      })
    else { preconditionFailure("a member is read without its inflater") }
    next += consumed
    switch status {
    case .going: break
    case .memberEnded: wrapping = .betweenMembers
    case .damaged(let words):
      // What was sound before the damage is given first, as it tells the format; zlib then repeats its
      // answer.
      guard produced > 0 else {
        throw malformed("the compressed data is damaged (\(words)); take another copy of the file")
      }
    }
    return produced
  }

  private func startNextMember() throws(TraceError) {
    try fill(atLeast: Self.headerByteCount)
    if startsMember {
      inflater?.reset()
      noteHeader()
      wrapping = .insideMember
      return
    }
    hasTrailingBytes = next < end
    guard !hasTrailingBytes || ignoresTrailingBytes else {
      throw malformed("something follows the compressed data; remove it or take another copy of the file")
    }
    wrapping = .ended
  }

  /// Reads until so many bytes are in the chunk, or the file ends.
  private func fill(atLeast wanted: Int) throws(TraceError) {
    if next > 0 {
      chunk.replaceSubrange(0..<end - next, with: chunk[next..<end])
      end -= next
      next = 0
    }
    while end < wanted, !isAtEndOfFile {
      do throws(Platform.Failure) {
        let start = end
        let descriptor = descriptor
        var room = chunk.mutableSpan
        let count = try unsafe room.withUnsafeMutableBytes { (bytes) throws(Platform.Failure) in
          try unsafe Platform.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
        }
        end += count
        isAtEndOfFile = count == 0
      } catch {
        throw TraceError(.unreadable, file: path, "can't be read: \(error.text)")
      }
    }
  }

  private func malformed(_ message: String) -> TraceError { TraceError(.malformed, file: path, message) }
}

extension TraceInput {
  /// Reads at most as many bytes as an array has from an index on; zero at the end.
  func read(into bytes: inout [UInt8], from start: Int) throws(TraceError) -> Int {
    var room = bytes.mutableSpan
    return try unsafe room.withUnsafeMutableBytes { (bytes) throws(TraceError) in
      try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
    }
  }
}

extension TraceInput {
  /// Whether the header of any gzip member tells more than a header must; reads the file to its end.
  static func hasTellingHeader(_ path: String) throws(TraceError) -> Bool {
    let input = try TraceInput(path: path, ignoresTrailingBytes: false)
    var room = [UInt8](repeating: 0, count: chunkByteCount)
    var count = try input.read(into: &room, from: 0)
    while count > 0, input.wrapping != .plain { count = try input.read(into: &room, from: 0) }
    return input.hasTellingHeader
  }
}
