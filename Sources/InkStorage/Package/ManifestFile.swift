internal import InkModel

/// `manifest.json`: what the library's shelf shows of a document, so that it need not open it.
///
///     {"format":"ink-manifest","version":2,"title":"Notes","modified":1200,"pages":12,"cover":"…0001",
///      "checksum":"cbf43926"}
///
/// A cache: anything that can't be read as a manifest of this version counts as not being there.
struct ManifestFile: Equatable {
  var title: String
  var modifiedMilliseconds: UInt64
  var pageCount: Int
  /// The page whose thumbnail stands for the document.
  var cover: PageID?

  static let version = 2
  private static let format = "ink-manifest"

  func encode(into buffer: inout ByteBuffer) {
    let start = buffer.count
    buffer.append("{\"format\":\"\(Self.format)\",\"version\":\(Self.version),\"title\":")
    buffer.append(jsonString: title)
    buffer.append(",\"modified\":\(modifiedMilliseconds),\"pages\":\(pageCount)")
    if let cover { buffer.append(",\"cover\":\"\(cover.name)\"") }
    buffer.appendSeal(ofTextFrom: start)
  }

  /// The manifest in a file; nil if there is none that can be believed.
  static func read(_ path: String) -> ManifestFile? {
    guard let bytes = try? Files.read(path) else { return nil }
    return try? decode(bytes.rawSpan)
  }

  private static func decode(_ bytes: RawSpan) throws(JSONFault) -> ManifestFile {
    var manifest = ManifestFile(title: "", modifiedMilliseconds: 0, pageCount: 0)
    var seen: Set<String> = []
    var cursor = JSONCursor(bytes)
    try cursor.object { (key, cursor) throws(JSONFault) in
      seen.insert(key)
      switch key {
      case "format": guard try cursor.string() == format else { throw cursor.fault("another format") }
      case "version": guard try cursor.integer() == version else { throw cursor.fault("another version") }
      case "title": manifest.title = try cursor.string()
      case "modified": manifest.modifiedMilliseconds = try cursor.integer(as: UInt64.self)
      case "pages": manifest.pageCount = Int(try cursor.integer(as: UInt32.self))
      case "cover": manifest.cover = PageID(rawValue: try cursor.hexadecimalName())
      default: try cursor.skipValue()
      }
    }
    guard SealedText.isIntact(bytes), cursor.isAtEnd(),
      seen.isSuperset(of: ["format", "version", "title", "modified", "pages"])
    else {
      throw cursor.fault("the manifest is incomplete or damaged")
    }
    return manifest
  }
}
