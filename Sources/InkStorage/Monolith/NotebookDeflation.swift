internal import CDeflate
internal import InkModel

/// Raw deflate streams of whole notebooks.
enum NotebookDeflation {
  /// What gzip and zlib take unless they are told otherwise, and so the programs that keep notebooks this
  /// way.
  private static let level: Int32 = 6
  /// The most bytes that one byte of a deflate stream gives: 258 for two bits.
  static let ratioMax = 1_032

  static func append(deflated bytes: RawSpan, to buffer: inout ByteBuffer) {
    guard let compressor = unsafe libdeflate_alloc_compressor(level) else {
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

  /// What a stream gives; nil unless it is whole and gives exactly so many bytes.
  static func inflate(_ stream: RawSpan, byteCount: Int) -> [UInt8]? {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var result = LIBDEFLATE_BAD_DATA
    var used = 0
    // One byte more than needed, because no memory at all would have no address.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount + 1) { memory, initialized in
      unsafe stream.withUnsafeBytes { source in
        unsafe result = libdeflate_deflate_decompress_ex(
          decompressor, source.baseAddress, source.count, memory.baseAddress, byteCount, &used, nil)
      }
      initialized = result == LIBDEFLATE_SUCCESS ? byteCount : 0
    }
    return result == LIBDEFLATE_SUCCESS && used == stream.byteCount ? bytes : nil
  }
}
