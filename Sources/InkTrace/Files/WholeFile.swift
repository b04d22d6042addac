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

  /// The first bytes of a file, decompressed if it is gzip; none if it can't be read.
  package static func start(of path: String) -> [UInt8] {
    guard let input = try? TraceInput(path: path, ignoresTrailingBytes: true) else { return [] }
    return TraceStart.read(from: input)
  }
}
