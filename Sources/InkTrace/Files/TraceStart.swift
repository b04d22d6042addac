/// The first bytes of a file, by which its format is told.
enum TraceStart {
  /// Enough for every signature, with room for a byte order mark, white space and an XML declaration.
  static let byteCount = 512

  /// Reads the first bytes; fewer if the file is shorter or its data is damaged.
  static func read(from input: TraceInput) -> [UInt8] {
    var start = [UInt8](repeating: 0, count: byteCount)
    var filled = 0
    while filled < byteCount {
      guard let count = try? input.read(into: &start, from: filled), count > 0 else { break }
      filled += count
    }
    return Array(start[..<filled])
  }
}
