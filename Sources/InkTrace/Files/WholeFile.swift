package import InkModel

/// Files that appear under their name whole or not at all, in the place of a regular file of that name.
///
/// Each is compressed if its path ends in `.gz`.
package enum WholeFile {
  package static func write(_ text: String, to path: String) throws(TraceError) {
    try write(Array(text.utf8), to: path)
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(TraceError) {
    var output = try TraceOutput(path: path)
    // The array outlives the call, which only reads its bytes.
    try unsafe output.write(bytes.span.bytes)
    try output.commit()
  }

  package static func write(_ bytes: borrowing ByteBuffer, to path: String) throws(TraceError) {
    var output = try TraceOutput(path: path)
    try output.write(bytes.bytes)
    try output.commit()
  }

  /// All of a file, decompressed if it is gzip, or one byte more than the limit if it is longer than that.
  package static func read(_ path: String, byteCountMax: Int) throws(TraceError) -> [UInt8] {
    let input = try TraceInput(path: path, ignoresTrailingBytes: false)
    var bytes: [UInt8] = []
    while bytes.count <= byteCountMax {
      let filled = bytes.count
      bytes += repeatElement(0, count: min(chunkByteCount, byteCountMax + 1 - filled))
      let count = try input.read(into: &bytes, from: filled)
      bytes.removeLast(bytes.count - filled - count)
      if count == 0 { break }
    }
    return bytes
  }

  private static let chunkByteCount = 64 << 10

  /// The first bytes of a file, decompressed if it is gzip; none if it can't be read.
  package static func start(of path: String) -> [UInt8] {
    guard let input = try? TraceInput(path: path, ignoresTrailingBytes: true) else { return [] }
    return TraceStart.read(from: input)
  }
}
