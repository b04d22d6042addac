internal import InkModel

extension NotebookFile {
  static let pageKind: UInt32 = 1
  static let assetKind: UInt32 = 2
  static let sectionHeadByteCount = 40

  /// Appends the whole file to an empty buffer; `body` is memory that is kept between saves.
  func encode(into buffer: inout ByteBuffer, body: inout ByteBuffer) {
    body.removeAll()
    for page in info.pages {
      guard let content = pages[page.id] else { continue }
      Self.append(page: content, of: page.id, to: &body)
    }
    for (id, image) in assets.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      body.append(zeros: Self.sectionHeadByteCount)
      Self.seal(&body, kind: Self.assetKind, id: id.rawValue, codec: "", references: 0, content: image.count)
      body.append(image.rawSpan)
    }
    buffer.removeAll()
    buffer.append(zeros: Self.headByteCount)
    DocumentFile.encode(info, into: &buffer)
    buffer.replace(littleEndian: Self.magic, at: 0)
    buffer.replace(littleEndian: UInt32(Self.version), at: 8)
    buffer.replace(littleEndian: modifiedMilliseconds, at: 16)
    buffer.replace(littleEndian: UInt64(buffer.count - Self.headByteCount), at: 24)
    buffer.replace(littleEndian: UInt64(body.count), at: 32)
    let bodyStart = buffer.count
    Deflation.append(deflated: body.bytes, to: &buffer, level: DeflatedCodec.levelStandard)
    buffer.replace(littleEndian: checksum(buffer.bytes.extracting(bodyStart..<buffer.count)), at: 40)
    buffer.replace(littleEndian: checksum(buffer.bytes.extracting(16..<bodyStart)), at: 12)
  }

  private static func append(page: NotebookPage, of id: PageID, to body: inout ByteBuffer) {
    body.append(zeros: sectionHeadByteCount)
    seal(
      &body, kind: pageKind, id: id.rawValue, codec: page.codec, references: page.references.count,
      content: page.content.count)
    for asset in page.references { body.append(littleEndian: asset.rawValue) }
    body.append(page.content.rawSpan)
  }

  /// Fills in a section's head, which is the last thing in the buffer.
  private static func seal(
    _ body: inout ByteBuffer, kind: UInt32, id: UInt64, codec: String, references: Int, content: Int
  ) {
    let start = body.count - sectionHeadByteCount
    body.replace(littleEndian: kind, at: start)
    body.replace(littleEndian: UInt32(references), at: start + 4)
    body.replace(littleEndian: id, at: start + 8)
    body.replace(paddedName: codec, at: start + 16)
    body.replace(littleEndian: UInt64(content), at: start + 32)
  }
}
