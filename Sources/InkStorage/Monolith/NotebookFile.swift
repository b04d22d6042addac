internal import InkModel

/// `<document>.notebook`: a whole notebook in one file, its content deflated.
///
/// Layout, little endian:
///
///      0  magic "InkBook" and a zero byte     8  version (UInt32)     12  CRC-32 of the head
///     16  time of change (UInt64)            24  length of the list (UInt64)
///     32  length of the body (UInt64)        40  CRC-32 of the stream   44  zero (UInt32)
///     48  list: the title and the pages, as in a package's `document.json`
///      …  body: one raw deflate stream (RFC 1951), to the end of the file
///
/// The head is bytes 16 to the end of the list, and the body's length is that before deflating. The head
/// stands outside the stream so that a shelf can be listed without inflating notebooks. Inflated, the body
/// holds sections, one after another:
///
///      0  kind (UInt32): 1 page, 2 asset      4  number of references (UInt32)      8  id (UInt64)
///     16  codec name, padded with zeros (zeros for assets)     32  length of the content (UInt64)
///     40  references: the assets that a page shows, 8 bytes each, ascending
///      …  content: what the codec wrote, or the image
struct NotebookFile {
  var info: DocumentInfo
  var modifiedMilliseconds: UInt64
  var pages: [PageID: NotebookPage] = [:]
  var assets: [AssetID: [UInt8]] = [:]

  static let version = 1
  static let headByteCount = 48
  static let magic: UInt64 = 0x006B_6F6F_426B_6E49
  /// The most that a body may inflate to, 4 GiB: far beyond any notebook, and what a lying length can cost.
  static let bodyByteCountMax = 1 << 32
}

/// A page of a notebook as it lies in memory: encoded, and read when it is opened.
struct NotebookPage {
  var codec: String
  var references: [AssetID]
  var content: [UInt8]
}

/// What the first bytes of a notebook say.
struct NotebookHead {
  var modifiedMilliseconds: UInt64
  var info: DocumentInfo
  /// Where the body begins in the file, and what it inflates to.
  var bodyStart: Int
  var bodyByteCount: Int
  var bodyChecksum: UInt32

  /// Reads the head of a file of a given size; `read` gives the file's first bytes.
  init(
    path: String, size: Int, read: (_ byteCount: Int) throws(StorageError) -> [UInt8]
  ) throws(StorageError) {
    guard size >= NotebookFile.headByteCount else {
      throw .damaged(path: path, reason: "it has only \(size) bytes")
    }
    let fixed = try read(NotebookFile.headByteCount)
    guard fixed.rawSpan.uint64(at: 0) == NotebookFile.magic else {
      throw .damaged(path: path, reason: "it does not begin like a notebook")
    }
    let version = Int(fixed.rawSpan.uint32(at: 8))
    guard version == NotebookFile.version else {
      throw .unsupportedVersion(path: path, found: version, newestKnown: NotebookFile.version)
    }
    guard let listByteCount = Int(exactly: fixed.rawSpan.uint64(at: 24)),
      listByteCount <= size - NotebookFile.headByteCount,
      let bodyByteCount = Int(exactly: fixed.rawSpan.uint64(at: 32))
    else { throw .damaged(path: path, reason: "its lengths are impossible") }
    let whole = try read(NotebookFile.headByteCount + listByteCount)
    guard checksum(whole.rawSpan.extracting(16..<whole.count)) == whole.rawSpan.uint32(at: 12) else {
      throw .damaged(path: path, reason: "the checksum of its head does not fit")
    }
    modifiedMilliseconds = whole.rawSpan.uint64(at: 16)
    info = try DocumentFile.decode(
      whole.rawSpan.extracting(NotebookFile.headByteCount..<whole.count), path: path
    ).info
    bodyStart = whole.count
    self.bodyByteCount = bodyByteCount
    bodyChecksum = whole.rawSpan.uint32(at: 40)
  }
}
