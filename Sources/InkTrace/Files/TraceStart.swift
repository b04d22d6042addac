/// The first bytes of a file, by which its format is told.
enum TraceStart {
  /// Enough for every signature, with room for a byte order mark, white space and an XML declaration.
  static let byteCount = 512

  /// Reads the first bytes; fewer if the file is shorter or its data is damaged.
  static func read(from input: TraceInput) -> [UInt8] {
    var start = [UInt8](repeating: 0, count: byteCount)
    var filled = 0
    while filled < byteCount {
      let count = unsafe start.withUnsafeMutableBytes { bytes in
        unsafe (try? input.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))) ?? 0
      }
      guard count > 0 else { break }
      filled += count
    }
    return Array(start[..<filled])
  }
}
