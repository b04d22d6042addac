internal import InkModel

/// `document.json`: the title and the ordered list of pages, which nothing else knows.
///
///     {"format":"ink-document","version":2,"id":"0000000000000d0c","title":"Notes","pages":[
///     {"id":"0000000000000001","width":5953,"height":8419,"created":0}
///     ],"checksum":"0a8f3c11"}
///
/// It says nothing about content, so that it changes only when the list of pages does.
enum DocumentFile {
  static let version = 2
  private static let format = "ink-document"

  static func encode(_ document: DocumentInfo, into buffer: inout ByteBuffer) {
    let start = buffer.count
    buffer.append(
      "{\"format\":\"\(format)\",\"version\":\(version),\"id\":\"\(document.id.name)\",\"title\":")
    buffer.append(jsonString: document.title)
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

  static func decode(_ bytes: RawSpan, path: String) throws(StorageError) -> DocumentInfo {
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
    return DocumentInfo(id: id, title: title, pages: pages)
  }

  private struct Fields {
    var format: String?
    var hasVersion = false
    var unknownVersion: Int?
    var id: DocumentID?
    var title: String?
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
        case "created": page.createdMilliseconds = try cursor.unsignedInteger()
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
