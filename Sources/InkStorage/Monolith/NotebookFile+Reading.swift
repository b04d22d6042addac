internal import InkModel

extension NotebookFile {
  /// Takes a whole notebook out of the bytes of its file.
  static func decode(_ file: [UInt8], path: String) throws(StorageError) -> NotebookFile {
    let head = try NotebookHead(path: path, size: file.count) { Array(file.prefix($0)) }
    let stream = file.rawSpan.extracting(head.bodyStart..<file.count)
    guard checksum(stream) == head.bodyChecksum else {
      throw .damaged(path: path, reason: "its checksum does not fit its content")
    }
    guard head.bodyByteCount <= bodyByteCountMax,
      head.bodyByteCount / Deflation.ratioMax <= stream.byteCount
    else {
      throw .damaged(
        path: path, reason: "\(stream.byteCount) deflated bytes can't give \(head.bodyByteCount)")
    }
    let body: [UInt8]
    do throws(CodecError) {
      var content = try Deflation.inflate(stream, to: head.bodyByteCount)
      body = try content.readBytes(content.remaining) { [UInt8](copying: $0) }
    } catch {
      throw .damaged(path: path, reason: error.description)
    }
    var notebook = NotebookFile(info: head.info, modifiedMilliseconds: head.modifiedMilliseconds)
    var start = 0
    while start < body.count { start = try notebook.takeSection(body, at: start, path: path) }
    // A page without a section would be an empty page where there was ink.
    guard notebook.pages.count == head.info.pages.count,
      head.info.pages.allSatisfy({ notebook.pages[$0.id] != nil })
    else { throw .damaged(path: path, reason: "its pages are not those of its list") }
    return notebook
  }

  /// Takes one section and returns where the next begins.
  private mutating func takeSection(
    _ body: [UInt8], at start: Int, path: String
  ) throws(StorageError) -> Int {
    let bytes = body.rawSpan
    let fault = StorageError.damaged(path: path, reason: "the section at byte \(start) makes no sense")
    guard bytes.byteCount - start >= Self.sectionHeadByteCount else { throw fault }
    let kind = bytes.uint32(at: start)
    let id = bytes.uint64(at: start + 8)
    let contentStart = start + Self.sectionHeadByteCount + Int(bytes.uint32(at: start + 4)) * 8
    guard let count = Int(exactly: bytes.uint64(at: start + 32)), contentStart <= body.count,
      count <= body.count - contentStart
    else { throw fault }
    let content = Array(body[contentStart..<contentStart + count])
    switch kind {
    case Self.pageKind where pages[PageID(rawValue: id)] == nil:
      let codec = paddedName(bytes.extracting(start + 16..<start + 32))
      // A name that can't be written again as it is would be lost by the next save of another page.
      guard !codec.isEmpty, codec.utf8.allSatisfy(CodecName.allows) else { throw fault }
      let references = stride(from: start + Self.sectionHeadByteCount, to: contentStart, by: 8)
      pages[PageID(rawValue: id)] = NotebookPage(
        codec: codec,
        references: references.map { AssetID(rawValue: bytes.uint64(at: $0)) }, content: content)
    case Self.assetKind where assets[AssetID(rawValue: id)] == nil: assets[AssetID(rawValue: id)] = content
    default: throw fault
    }
    return contentStart + count
  }
}
