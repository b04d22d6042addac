internal import InkModel

/// A document's list of pages as bytes.
enum ListFile {
  static func encode(_ info: DocumentInfo) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: info.id.rawValue)
    bytes.append(littleEndian: UInt32(info.title.utf8.count))
    bytes += info.title.utf8
    for page in info.pages {
      bytes.append(littleEndian: page.id.rawValue)
      bytes.append(littleEndian: page.canvas.width)
      bytes.append(littleEndian: page.canvas.height)
      bytes.append(littleEndian: page.createdMilliseconds)
    }
    return bytes.sealed
  }

  /// Reads a list; nil if the bytes are not one.
  static func decode(_ sealed: [UInt8]) -> DocumentInfo? {
    guard let bytes = sealed.unsealed, let id: UInt64 = bytes.integer(at: 0),
      let titleCount: UInt32 = bytes.integer(at: 8)
    else { return nil }
    var offset = 12 + Int(titleCount)
    let title = String(decoding: bytes[12..<offset], as: UTF8.self)
    var info = DocumentInfo(id: DocumentID(rawValue: id), title: title)
    while let page: UInt64 = bytes.integer(at: offset), let width: Int32 = bytes.integer(at: offset + 8),
      let height: Int32 = bytes.integer(at: offset + 12), let created: UInt64 = bytes.integer(at: offset + 16)
    {
      info.pages.append(
        PageInfo(
          id: PageID(rawValue: page), canvas: Canvas(width: width, height: height),
          createdMilliseconds: created))
      offset += 24
    }
    return info
  }
}
