/// Files of text that appear under their name whole or not at all.
package enum TextFile {
  /// Writes a text, compressed if the path ends in `.gz`, in place of what stood there.
  package static func write(_ text: String, to path: String) throws(TraceError) {
    var output = try TraceOutput(path: path)
    let bytes = Array(text.utf8)
    // The array outlives the call, which only reads its bytes.
    try unsafe output.write(bytes.span.bytes)
    try output.commit()
  }
}
