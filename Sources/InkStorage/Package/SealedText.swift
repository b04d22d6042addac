internal import InkModel

/// The end of our JSON files: a checksum of everything before it, as the last member of the object.
///
///     {"format":"ink-document", … ,"checksum":"cbf43926"}
///
/// The list of pages decides which files are orphans. One digit that changes in it must not cost a page.
enum SealedText {
  private static let opening = ",\"checksum\":\""
  private static let closing = "\"}\n"
  private static let digits = 8
  static let byteCount = opening.utf8.count + digits + closing.utf8.count

  /// Whether a text ends in the seal that belongs to it.
  static func isIntact(_ bytes: RawSpan) -> Bool {
    guard bytes.byteCount >= byteCount else { return false }
    let body = bytes.byteCount - byteCount
    let wanted = Array(seal(checksum(bytes.extracting(0..<body))).utf8)
    return wanted.indices.allSatisfy { bytes.byte(at: body + $0) == wanted[$0] }
  }

  fileprivate static func seal(_ checksum: UInt32) -> String {
    let number = String(checksum, radix: 16)
    return opening + String(repeating: "0", count: digits - number.utf8.count) + number + closing
  }
}

extension ByteBuffer {
  /// Ends a JSON object that began at a place, and whose closing brace is still missing, with its seal.
  mutating func appendSeal(ofTextFrom start: Int) {
    append(SealedText.seal(checksum(bytes.extracting(start..<count))))
  }
}
