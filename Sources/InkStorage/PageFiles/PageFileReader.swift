internal import InkModel

/// Reads page files, believing nothing that their checksums do not confirm.
struct PageFileReader: ~Copyable {
  private let codec: any PageCodec
  private var scratch = ByteBuffer()
  private var headerBytes = ByteBuffer(capacity: PageFileHeader.byteCount)

  init(_ environment: StoreEnvironment) { codec = environment.codec }

  /// Reads the page of a file into an empty page and returns the file's header.
  ///
  /// On a failure the page is empty again.
  mutating func read(
    _ path: String, of id: PageID, into page: inout Page
  ) throws(StorageError) -> PageFileHeader {
    let file = try open(path)
    let header = try readHeader(of: file, id: id)
    let codec = try codec(named: header.codec, path: path)
    var taken = ByteBuffer(capacity: 0)
    swap(&taken, &scratch)
    var input = PageInput(
      reading: file, PageFileHeader.byteCount..<header.fileLength, scratch: taken)
    do throws(CodecError) {
      try input.readBytes(header.referenceCount * 8) { _ in }
      try codec.decode(&input, into: &page)
      guard input.remaining == 0 else { throw CodecError("\(input.remaining) bytes follow the page's end") }
    } catch {
      page.reset(id: id)
      throw input.failure ?? .damaged(path: path, reason: error.description)
    }
    let body = input.checksum
    scratch = input.finish()
    guard checksum(headerBytes.bytes.extracting(0..<60), from: body) == header.fileChecksum else {
      page.reset(id: id)
      throw .damaged(path: path, reason: "its checksum does not fit its content")
    }
    return header
  }

  /// Reads which assets a page file names, without reading the page.
  mutating func readReferences(_ path: String, of id: PageID) throws(StorageError) -> [AssetID] {
    let file = try File(path, .read)
    let header = try readHeader(of: file, id: id)
    scratch.removeAll()
    try file.read(header.referenceCount * 8, at: PageFileHeader.byteCount, appendingTo: &scratch)
    let head = checksum(scratch.bytes, from: checksum(headerBytes.bytes.extracting(0..<56)))
    guard headerBytes.bytes.uint32(at: 56) == head else {
      throw .damaged(path: path, reason: "the checksum of its header does not fit")
    }
    return (0..<header.referenceCount).map { AssetID(rawValue: scratch.bytes.uint64(at: $0 * 8)) }
  }

  /// Opens a page's file; each page of a document has one, so a file that is not there has been lost.
  private func open(_ path: String) throws(StorageError) -> File {
    do throws(StorageError) {
      return try File(path, .read)
    } catch {
      guard error.isAbsence else { throw error }
      throw .damaged(path: path, reason: "it is gone")
    }
  }

  private mutating func readHeader(of file: borrowing File, id: PageID) throws(StorageError) -> PageFileHeader
  {
    let size = file.openedSize
    headerBytes.removeAll()
    guard size >= PageFileHeader.byteCount else {
      throw .damaged(path: file.path, reason: "it has only \(size) bytes")
    }
    try file.read(PageFileHeader.byteCount, at: 0, appendingTo: &headerBytes)
    let header = try PageFileHeader(headerBytes.bytes, path: file.path)
    guard header.fileLength == size else {
      throw .damaged(path: file.path, reason: "it has \(size) bytes where \(header.fileLength) were written")
    }
    guard header.page == id else {
      throw .damaged(path: file.path, reason: "it holds page \(header.page.name)")
    }
    return header
  }

  private func codec(named name: String, path: String) throws(StorageError) -> any PageCodec {
    if name == codec.name { return codec }
    guard let known = BuiltInCodecs.named(name) else {
      throw .damaged(path: path, reason: "it was written with the unknown codec '\(name)'")
    }
    return known
  }
}
