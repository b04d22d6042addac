internal import InkModel

/// The format of `<page>.journal`: a header, then frames that are only ever appended.
///
/// Header, 64 bytes, little endian:
///
///      0  magic "InkJrnl" and a zero byte     8  version (UInt32)     12  zero (UInt32)
///     16  codec name, padded with zeros      32  page (UInt64)        40  generation (UInt64)
///     48  zeros                              60  CRC-32 of bytes 0..<60
///
/// Frame:
///
///      0  payload length (UInt32)     4  CRC-32     8  type     9  payload
///
/// The header names the generation of the snapshot that the frames belong to; with any other snapshot they
/// are stale and are not replayed. A frame's checksum covers its length, type and payload and starts from the
/// checksum of what stands before it, so that frames count only in the order in which they were written:
/// bytes of an earlier life of the file never pass for frames. The type's highest bit marks the last frame of
/// a save; a save without it was cut short and does not count.
///
///     put      index (UInt32), then a page of one element
///     remove   element (UInt64)
///     replace  element (UInt64), then a page of the pieces
///     move     dx, dy (Int32 each), then elements (UInt64 each)
///
/// Pages within frames are written by the codec that the header names. Later versions keep a header of this
/// length with its magic, version and checksum in their places.
enum JournalFormat {
  static let magic: UInt64 = 0x006C_6E72_4A6B_6E49
  static let version = 1
  static let headerByteCount = 64
  static let frameHeaderByteCount = 9
  static let lastOfSave: UInt8 = 0x80

  enum FrameType: UInt8 {
    case put = 1
    case remove = 2
    case replace = 3
    case move = 4
  }
}

/// What the header of a journal says.
struct JournalHeader {
  var codec: String
  var page: PageID
  var generation: UInt64
  /// The header's own checksum, from which that of the first frame starts.
  var chain: UInt32

  /// Reads a header; nil if it was never completely written.
  init?(_ bytes: RawSpan, path: String) throws(StorageError) {
    guard bytes.byteCount >= JournalFormat.headerByteCount, bytes.uint64(at: 0) == JournalFormat.magic else {
      return nil
    }
    chain = bytes.uint32(at: 60)
    guard checksum(bytes.extracting(0..<60)) == chain else { return nil }
    let version = Int(bytes.uint32(at: 8))
    guard version == JournalFormat.version else {
      throw .unsupportedVersion(path: path, found: version, newestKnown: JournalFormat.version)
    }
    codec = paddedName(bytes.extracting(16..<32))
    page = PageID(rawValue: bytes.uint64(at: 32))
    generation = bytes.uint64(at: 40)
  }
}
