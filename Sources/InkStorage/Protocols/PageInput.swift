public import InkModel

/// The bytes of a page as a codec reads them, from memory or straight from a file.
///
/// From a file, samples go into the page's arena in one read, without a stop in between. A checksum runs over
/// everything that is read. Every length is compared with what is left before memory is taken for it, so that
/// a page can't ask for more memory than its file is long.
public struct PageInput: ~Copyable {
  private var file: File?
  /// All bytes when reading from memory; the last piece read when reading from a file.
  private var buffer: ByteBuffer
  /// The next byte to be read, counted from the start of the file or the buffer.
  private var offset: Int
  private let end: Int
  /// The CRC-32 of everything read so far.
  public private(set) var checksum: UInt32 = 0
  /// Why the file could not be read, if that is why decoding failed.
  private(set) var failure: StorageError?

  /// Bytes left to be read.
  public var remaining: Int { end - offset }

  /// Reads from a copy of some bytes.
  public init(copying bytes: RawSpan) {
    // With room for the terminator, so that ending a text moves no memory.
    buffer = ByteBuffer(capacity: bytes.byteCount + Self.terminatorByteCount)
    buffer.append(bytes)
    offset = 0
    end = bytes.byteCount
  }

  /// Reads bytes in memory that it takes over.
  init(owning bytes: consuming ByteBuffer) {
    offset = 0
    end = bytes.count
    buffer = bytes
  }

  /// Reads a part of a file; the scratch memory comes back from `finish()`.
  init(reading file: consuming File, _ range: Range<Int>, scratch: consuming ByteBuffer) {
    self.file = consume file
    buffer = consume scratch
    offset = range.lowerBound
    end = range.upperBound
  }

  /// Ends reading and gives back the scratch memory.
  consuming func finish() -> ByteBuffer { buffer }

  /// Appends samples to an arena, exactly as their sixteen bytes stand here.
  public mutating func readPoints(_ count: Int, appendingTo arena: inout InkArena) throws(CodecError) {
    guard count >= 0, count <= remaining / SamplePoint.byteCount else {
      throw CodecError("\(count) samples are promised and \(remaining) bytes are left")
    }
    guard count > 0 else { return }
    let first = arena.points.count
    arena.points.append(addingCapacity: count) { span in
      unsafe span.withUnsafeMutableBufferPointer { memory, initialized in
        guard let start = memory.baseAddress else { return }
        if unsafe take(count * SamplePoint.byteCount, into: UnsafeMutableRawPointer(start)) {
          initialized = count
        }
      }
    }
    guard arena.points.count == first + count else { throw CodecError("the file can't be read") }
  }

  /// Lets a closure look at the next bytes.
  public mutating func readBytes<Result>(
    _ count: Int, _ body: (RawSpan) throws(CodecError) -> Result
  ) throws(CodecError) -> Result {
    guard count >= 0, count <= remaining else {
      throw CodecError("\(count) bytes are promised and \(remaining) are left")
    }
    guard file != nil else {
      let piece = offset..<offset + count
      checksum = InkStorage.checksum(buffer.bytes.extracting(piece), from: checksum)
      offset += count
      return try body(buffer.bytes.extracting(piece))
    }
    try fillBuffer(count)
    return try body(buffer.bytes)
  }

  /// Lets a closure look at everything that is left.
  public mutating func withRemainingBytes<Result>(
    _ body: (RawSpan) throws(CodecError) -> Result
  ) throws(CodecError) -> Result {
    try readBytes(remaining, body)
  }

  /// Zero bytes behind a terminated text: as many as a wide load may take in.
  static let terminatorByteCount = 8

  /// Lets a closure look at everything that is left, with eight zero bytes behind it.
  ///
  /// Unsafe because the closure may read those bytes past the end of what it is given.
  @unsafe mutating func withRemainingTerminatedBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(CodecError) -> Result
  ) throws(CodecError) -> Result {
    let count = remaining
    if file != nil {
      try fillBuffer(count)
    } else {
      checksum = InkStorage.checksum(buffer.bytes.extracting(offset..<end), from: checksum)
      offset = end
    }
    buffer.append(littleEndian: UInt64(0))
    buffer.truncate(to: buffer.count - Self.terminatorByteCount)
    return try unsafe buffer.bytes.withUnsafeBytes { all throws(CodecError) in
      let text = unsafe UnsafeRawBufferPointer(rebasing: all[(all.count - count)...])
      return try unsafe body(text.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Moves the next bytes to some memory; false if the file could not be read.
  @unsafe private mutating func take(_ count: Int, into memory: UnsafeMutableRawPointer) -> Bool {
    if file == nil {
      unsafe buffer.bytes.extracting(offset..<offset + count).withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(start: memory, count: count).copyMemory(from: source)
      }
    } else {
      do throws(StorageError) {
        try unsafe file?.read(count, into: memory, at: offset)
      } catch {
        failure = error
        return false
      }
    }
    let taken = unsafe RawSpan(_unsafeStart: memory, byteCount: count)
    checksum = InkStorage.checksum(taken, from: checksum)
    offset += count
    return true
  }

  /// Reads the next bytes of the file into the scratch buffer.
  private mutating func fillBuffer(_ count: Int) throws(CodecError) {
    buffer.removeAll()
    do throws(StorageError) {
      try file?.read(count, at: offset, appendingTo: &buffer)
    } catch {
      failure = error
      throw CodecError("the file can't be read")
    }
    checksum = InkStorage.checksum(buffer.bytes, from: checksum)
    offset += count
  }
}
