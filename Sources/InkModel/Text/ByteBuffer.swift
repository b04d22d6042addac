/// Growing, uninitialised memory that bytes are appended to and that is kept between uses.
///
/// An array would clear its memory before it can be written; at gigabytes a second that shows.
@safe public struct ByteBuffer: ~Copyable, @unchecked Sendable {
  private var base: UnsafeMutableRawPointer
  /// Bytes that there is room for without taking more memory.
  public private(set) var capacity: Int
  /// Bytes appended so far.
  public private(set) var count = 0

  /// Makes an empty buffer with room for some bytes.
  public init(capacity: Int = 4_096) {
    self.capacity = max(capacity, 64)
    unsafe base = .allocate(byteCount: self.capacity, alignment: 64)
  }

  deinit { unsafe base.deallocate() }

  /// The bytes, for as long as the buffer is not changed.
  public var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let span = unsafe RawSpan(_unsafeStart: base, byteCount: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Forgets the bytes and keeps the memory.
  public mutating func removeAll() { count = 0 }

  /// Keeps only the first bytes.
  public mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    count = newCount
  }

  /// Makes room for more bytes, so that the next appends don't move memory.
  public mutating func reserve(_ additional: Int) {
    let needed = count + additional
    guard needed > capacity else { return }
    capacity = max(needed, capacity * 2)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
    unsafe moved.copyMemory(from: base, byteCount: count)
    unsafe base.deallocate()
    unsafe base = moved
  }

  /// Appends one byte.
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Appends an integer, little endian.
  public mutating func append<Value: FixedWidthInteger & BitwiseCopyable>(littleEndian value: Value) {
    let size = MemoryLayout<Value>.size
    reserve(size)
    unsafe base.storeBytes(of: value.littleEndian, toByteOffset: count, as: Value.self)
    count += size
  }

  /// Appends raw bytes.
  public mutating func append(_ bytes: RawSpan) {
    let added = bytes.byteCount
    guard added > 0 else { return }
    reserve(added)
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + count).copyMemory(from: start, byteCount: added)
    }
    count += added
  }

  /// Appends a string's UTF-8.
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      guard let start = utf8.baseAddress else { return }
      reserve(utf8.count)
      unsafe (base + count).copyMemory(from: UnsafeRawPointer(start), byteCount: utf8.count)
      count += utf8.count
    }
  }

  /// Overwrites an integer that was appended earlier, little endian.
  public mutating func replace<Value: FixedWidthInteger & BitwiseCopyable>(
    littleEndian value: Value, at offset: Int
  ) {
    precondition(offset >= 0 && offset + MemoryLayout<Value>.size <= count)
    unsafe base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Value.self)
  }

  /// Overwrites four bytes; not generic, because other modules can't specialise what is.
  public mutating func replace(littleEndian value: UInt32, at offset: Int) {
    precondition(offset >= 0 && offset + 4 <= count)
    unsafe base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  /// Overwrites one byte.
  public mutating func replace(_ byte: UInt8, at offset: Int) {
    precondition(offset >= 0 && offset < count)
    unsafe base.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
  }

  /// Lets a codec write directly into reserved memory; the closure returns how many bytes it wrote.
  ///
  /// Unsafe because the memory is uninitialised and the closure's answer is believed up to `upTo`.
  @unsafe public mutating func appendUnsafely(upTo limit: Int, _ write: (UnsafeMutableRawPointer) -> Int) {
    reserve(limit)
    let written = unsafe write(base + count)
    precondition(written >= 0 && written <= limit)
    count += written
  }
}
