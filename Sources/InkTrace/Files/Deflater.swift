internal import CZlib
package import InkModel

/// A gzip member, compressed step by step by zlib, without a time so that the same bytes give the same file.
@safe package struct Deflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>

  /// Starts a member.
  package init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe inkbench_deflate_init(stream, Z_DEFAULT_COMPRESSION, 15 + 16)
    precondition(status == Z_OK, "zlib has no memory")
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses bytes and appends what is ready; the last call also ends the member.
  package mutating func step(_ bytes: RawSpan, isLast: Bool, into output: inout ByteBuffer) {
    unsafe bytes.withUnsafeBytes { input in
      precondition(input.count <= Int(UInt32.max))
      unsafe stream.pointee.next_in = UnsafeMutablePointer(
        mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
      unsafe stream.pointee.avail_in = UInt32(input.count)
      var isDone = false
      while !isDone {
        unsafe output.appendUnsafely(upTo: Self.stepByteCount) { room in
          unsafe stream.pointee.next_out = room.assumingMemoryBound(to: UInt8.self)
          unsafe stream.pointee.avail_out = UInt32(Self.stepByteCount)
          let status = unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          isDone =
            isLast ? status == Z_STREAM_END : unsafe stream.pointee.avail_out > 0
          return unsafe Self.stepByteCount - Int(stream.pointee.avail_out)
        }
      }
    }
  }

  private static let stepByteCount = 64 << 10
}
