internal import CZlib

/// One gzip member after another, decompressed step by step by zlib.
///
/// The stream lies at a fixed address because zlib's state points back to it.
@safe struct Inflater: ~Copyable {
  /// What one step came to.
  enum Status: Hashable {
    /// More input or more room is needed.
    case going
    /// A member ended and its checksum and length were right.
    case memberEnded
    /// The data is wrong; zlib's words for it.
    case damaged(String)
  }

  private let stream: UnsafeMutablePointer<z_stream>

  /// Starts before the first member.
  init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 15 is the largest window, 16 more ask for the gzip wrapping. It fails only when memory is exhausted.
    let status = unsafe inkbench_inflate_init(stream, 15 + 16)
    precondition(status == Z_OK, "zlib has no memory")
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Starts the next member.
  mutating func reset() { _ = unsafe inflateReset(stream) }

  /// Decompresses from the input into the output, as far as either reaches.
  @unsafe mutating func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, status: Status) {
    let inputCount = min(input.count, Int(UInt32.max))
    let outputCount = min(output.count, Int(UInt32.max))
    unsafe stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(inputCount)
    unsafe stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(outputCount)
    let result = unsafe inflate(stream, Z_NO_FLUSH)
    let consumed = unsafe inputCount - Int(stream.pointee.avail_in)
    let produced = unsafe outputCount - Int(stream.pointee.avail_out)
    return switch result {
    case Z_OK, Z_BUF_ERROR: (consumed, produced, .going)
    case Z_STREAM_END: (consumed, produced, .memberEnded)
    default: (consumed, produced, .damaged(words(for: result)))
    }
  }

  private func words(for result: Int32) -> String {
    if let message = unsafe stream.pointee.msg { return unsafe String(cString: message) }
    return "zlib error \(result)"
  }
}
