internal import InkModel

/// `document.json`: the title and the ordered list of pages, which nothing else knows.
///
///     {"format":"ink-document","version":2,"id":"0000000000000d0c","title":"Notes","pages":[
///     {"id":"0000000000000001","width":5953,"height":8419,"created":0}
///     ],"checksum":"0a8f3c11"}
///
/// It says nothing about content, so that it changes only when the list of pages does. Where the list may be
/// continued by `document.journal`, as level 1 does it, `"generation":"53f1…"` of sixteen hexadecimal digits
/// stands after the title; the frames of a journal of another generation are not part of the list. A list
/// without a generation has no journal.
enum DocumentFile {
  static let version = 2
  private static let format = "ink-document"

  /// What a file says.
  struct Content {
    var info: DocumentInfo
    /// What a journal must name to continue the list; nil if nothing continues it.
    var generation: UInt64?
  }

  static func encode(_ document: DocumentInfo, generation: UInt64? = nil, into buffer: inout ByteBuffer) {
    let start = buffer.count
    buffer.append(
      "{\"format\":\"\(format)\",\"version\":\(version),\"id\":\"\(document.id.name)\",\"title\":")
    buffer.append(jsonString: document.title)
    if let generation { buffer.append(",\"generation\":\"\(hexadecimal(generation))\"") }
    buffer.append(",\"pages\":[")
    for (index, page) in document.pages.enumerated() {
      buffer.append(index == 0 ? "\n" : ",\n")
      buffer.append(
        "{\"id\":\"\(page.id.name)\",\"width\":\(page.canvas.width),\"height\":\(page.canvas.height),")
      buffer.append("\"created\":\(page.createdMilliseconds)}")
    }
    buffer.append("\n]")
    buffer.appendSeal(ofTextFrom: start)
  }

  static func decode(_ bytes: RawSpan, path: String) throws(StorageError) -> Content {
    var fields = Fields()
    do throws(JSONFault) {
      var cursor = JSONCursor(bytes)
      try cursor.object { (key, cursor) throws(JSONFault) in try fields.take(key, &cursor) }
      guard cursor.isAtEnd() else { throw cursor.fault("text follows the document's end") }
    } catch {
      if let found = fields.unknownVersion {
        throw .unsupportedVersion(path: path, found: found, newestKnown: version)
      }
      throw .damaged(path: path, reason: error.description)
    }
    guard fields.format == format, fields.hasVersion, let id = fields.id, let title = fields.title,
      let pages = fields.pages
    else { throw .damaged(path: path, reason: "it lacks its format, version, id, title or pages") }
    guard SealedText.isIntact(bytes) else {
      throw .damaged(path: path, reason: "its checksum does not fit its content")
    }
    guard Set(pages.map(\.id)).count == pages.count else {
      throw .damaged(path: path, reason: "it lists a page twice")
    }
    return Content(info: DocumentInfo(id: id, title: title, pages: pages), generation: fields.generation)
  }

  private struct Fields {
    var format: String?
    var hasVersion = false
    var unknownVersion: Int?
    var id: DocumentID?
    var title: String?
    var generation: UInt64?
    var pages: [PageInfo]?

    mutating func take(_ key: String, _ cursor: inout JSONCursor) throws(JSONFault) {
      switch key {
      case "format": format = try cursor.string()
      case "version":
        let found = try cursor.integer()
        guard found == DocumentFile.version else {
          unknownVersion = found
          throw cursor.fault("format version \(found) is unknown")
        }
        hasVersion = true
      case "id": id = DocumentID(rawValue: try cursor.hexadecimalName())
      case "title": title = try cursor.string()
      case "generation": generation = try cursor.hexadecimalName()
      case "pages":
        var list: [PageInfo] = []
        try cursor.array { cursor throws(JSONFault) in list.append(try Self.page(&cursor)) }
        pages = list
      default: try cursor.skipValue()
      }
    }

    private static func page(_ cursor: inout JSONCursor) throws(JSONFault) -> PageInfo {
      var id: UInt64?
      var page = PageInfo(id: PageID(rawValue: 0))
      try cursor.object { (key, cursor) throws(JSONFault) in
        switch key {
        case "id": id = try cursor.hexadecimalName()
        case "width": page.canvas.width = try cursor.integer(as: Int32.self)
        case "height": page.canvas.height = try cursor.integer(as: Int32.self)
        case "created": page.createdMilliseconds = try cursor.integer(as: UInt64.self)
        default: try cursor.skipValue()
        }
      }
      guard let id else { throw cursor.fault("a page lacks its id") }
      page.id = PageID(rawValue: id)
      return page
    }
  }
}

extension JSONCursor {
  /// Takes a string of sixteen hexadecimal digits.
  @_lifetime(self: copy self)
  mutating func hexadecimalName() throws(JSONFault) -> UInt64 {
    let text = try string()
    guard let number = PackagePaths.number(in: text, suffix: "") else {
      throw fault("'\(text)' is not a name of sixteen hexadecimal digits")
    }
    return number
  }
}
