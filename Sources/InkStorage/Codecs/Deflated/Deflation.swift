internal import CDeflate
internal import InkModel

/// Raw deflate streams through libdeflate.
enum Deflation {
  /// How the bytes behind a deflated page's header are kept.
  enum Method: UInt32 {
    case stored = 0
    case deflated = 1
  }

  /// The most bytes that one byte of a deflate stream gives: 258 for two bits.
  static let ratioMax = 1_032

  /// Replaces the last bytes of a buffer by their deflated form, if that is shorter; false if it is not.
  ///
  /// The stream is made behind the bytes and then moved over them, so that a buffer that is kept between
  /// saves is all the memory that is needed.
  static func shrink(lastBytes count: Int, of buffer: inout ByteBuffer, level: Int) -> Bool {
    guard count > 0, let compressor = unsafe libdeflate_alloc_compressor(Int32(level)) else { return false }
    defer { unsafe libdeflate_free_compressor(compressor) }
    var shrunk = 0
    // Unsafe because the memory before the place that is handed out holds the bytes to be deflated.
    unsafe buffer.appendUnsafely(upTo: count) { place in
      let source = unsafe place - count
      unsafe shrunk = libdeflate_deflate_compress(compressor, source, count, place, count - 1)
      if shrunk > 0 { unsafe source.copyMemory(from: place, byteCount: shrunk) }
      return 0
    }
    // The C library answers 0 for a stream that would not fit.
    guard shrunk > 0 else { return false }
    buffer.truncate(to: buffer.count - count + shrunk)
    return true
  }

  /// Appends the deflated form of some bytes, whether it is shorter or not.
  static func append(deflated bytes: RawSpan, to buffer: inout ByteBuffer, level: Int) {
    guard let compressor = unsafe libdeflate_alloc_compressor(Int32(level)) else {
      preconditionFailure("there is no memory for deflating")
    }
    defer { unsafe libdeflate_free_compressor(compressor) }
    let bound = unsafe libdeflate_deflate_compress_bound(compressor, bytes.byteCount)
    // Unsafe because C writes into the reserved memory; its own bound says that everything fits.
    unsafe buffer.appendUnsafely(upTo: bound) { place in
      unsafe bytes.withUnsafeBytes { source in
        unsafe libdeflate_deflate_compress(compressor, source.baseAddress, source.count, place, bound)
      }
    }
  }

  /// What a whole stream gives, which must be exactly so many bytes, to be read as a page.
  static func inflate(_ stream: RawSpan, to count: Int) throws(CodecError) -> PageInput {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
      throw CodecError("there is no memory for inflating")
    }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var buffer = ByteBuffer(capacity: count + PageInput.terminatorByteCount)
    var result = LIBDEFLATE_BAD_DATA
    var used = 0
    unsafe buffer.appendUnsafely(upTo: count) { place in
      unsafe stream.withUnsafeBytes { source in
        // Without a place for the number of bytes made, exactly `count` have to come out.
        unsafe result = libdeflate_deflate_decompress_ex(
          decompressor, source.baseAddress, source.count, place, count, &used, nil)
      }
      return result == LIBDEFLATE_SUCCESS ? count : 0
    }
    switch result {
    case LIBDEFLATE_SUCCESS:
      guard used == stream.byteCount else {
        throw CodecError("\(stream.byteCount - used) bytes follow the end of the deflate stream")
      }
      return PageInput(owning: buffer)
    case LIBDEFLATE_SHORT_OUTPUT: throw CodecError("the deflate stream gives fewer bytes than promised")
    case LIBDEFLATE_INSUFFICIENT_SPACE: throw CodecError("the deflate stream gives more bytes than promised")
    default: throw CodecError("the deflate stream is damaged")
    }
  }
}
