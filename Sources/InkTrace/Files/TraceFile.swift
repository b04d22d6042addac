package import InkModel

/// Whole files of bytes, for those who make ink of other formats.
package enum TraceFile {
  /// Writes a file, compressed if the path ends in `.gz`; it appears whole or not at all.
  package static func write(_ bytes: borrowing ByteBuffer, to path: String) throws(TraceError) {
    var output = try TraceOutput(path: path)
    try output.write(bytes.bytes)
    try output.commit()
  }
}
