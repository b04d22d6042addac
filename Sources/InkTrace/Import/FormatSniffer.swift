/// Tells by its first bytes why a file is not for us, so that the sentence names what it is.
enum FormatSniffer {
  /// The sentence for text in another encoding.
  static let notUTF8 = "is not UTF-8 text; save it as UTF-8 or take another copy of the file"

  /// A sentence if the file can't be XML ink; nil if it is worth parsing.
  static func refusal(of start: [UInt8]) -> String? {
    if let format = binaryFormat(of: start) { return unsupported(format) }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return notUTF8 }
    if SessionFile.isSessionFile(startingWith: start) {
      return "is a session file already; give it where a session is wanted"
    }
    let text = String(decoding: start, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if let words = standIn(for: text) { return words }
    let lowered = text.lowercased()
    if let format = textFormat(of: lowered) { return unsupported(format) }
    guard text.hasPrefix("<") else { return "is in no known format; supported: \(InkImporter.supported)" }
    return nil
  }

  /// A sentence if something lies in the place of a file that was not fetched; nil otherwise.
  static func standIn(for start: [UInt8]) -> String? {
    standIn(for: String(decoding: start, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" })
  }

  private static func standIn(for text: Substring) -> String? {
    if text.hasPrefix("version https://git-lfs") {
      return "is a Git LFS pointer and not the file itself; fetch it with 'git lfs pull'"
    }
    let lowered = text.prefix(32).lowercased()
    if lowered.hasPrefix("<!doctype html") || lowered.hasPrefix("<html") {
      return "is a web page and not ink; download the file itself"
    }
    return nil
  }

  /// The sentence for XML whose root is none of ours.
  static func refusal(ofRoot root: String) -> String {
    switch root.lowercased() {
    case "html": "is a web page and not ink; download the file itself"
    case "svg": unsupported("SVG, as Write keeps it,")
    case "whiteboardcapturesession": unsupported("IAM-OnDB")
    default: "has the root element <\(root)>, which is no known format; supported: \(InkImporter.supported)"
    }
  }

  private static func unsupported(_ format: String) -> String {
    "\(format) is not supported yet; supported: \(InkImporter.supported)"
  }

  private static func binaryFormat(of start: [UInt8]) -> String? {
    if start.starts(with: "PK\u{3}\u{4}".utf8) {
      return contains(start, "xournal")
        ? "the ZIP form of Xournal++ files (unpack it and import its content.xml)"
        : "a ZIP archive, as reMarkable and Saber keep notebooks,"
    }
    if start.starts(with: "reMarkable .lines".utf8) { return "reMarkable" }
    if start.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      return "Zstandard compression, as in newer Rnote files,"
    }
    if start.starts(with: "RIFF".utf8), contains(start, "UINK") { return "Universal Ink Model" }
    // BSON: a length, then the 32-bit integer named v.
    if start.count > 8, start[4...].starts(with: [0x10, 0x76, 0x00]) { return "Saber" }
    return nil
  }

  private static func textFormat(of text: String) -> String? {
    if text.hasPrefix(".version") || text.hasPrefix(".x_") || text.hasPrefix(".coord") { return "UNIPEN" }
    guard text.hasPrefix("{") || text.hasPrefix("[") else { return nil }
    if text.contains("engine_snapshot") || text.contains("store_snapshot") || text.hasPrefix("{\"version\"") {
      return "Rnote"
    }
    if text.contains("\"drawing\"") || text.contains("\"word\"") { return "Quick, Draw!" }
    return "JSON"
  }

  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(text)
  }
}
