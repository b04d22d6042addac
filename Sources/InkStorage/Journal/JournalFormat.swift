internal import InkModel

/// The format of journals: a header, then frames that are only ever appended.
///
/// A journal continues another file: `pages/<page>.journal` the snapshot of a page, `document.journal` the
/// list of pages in `document.json`. All numbers are little endian, and every checksum is the CRC-32 of zlib.
///
/// Header, 64 bytes, written together with the frames of the first save:
///
///      0  magic "InkJrnl" and a zero byte     8  version (UInt32), 2      12  kind (UInt32): 1 page, 2 list
///     16  codec name, padded with zeros      32  subject (UInt64)         40  generation (UInt64)
///     48  zeros                              60  CRC-32 of bytes 0..<60
///
/// The subject is the page or the document. The generation is that of the snapshot or list which the frames
/// continue; beside any other they are stale and are not replayed. The codec name is empty in a list's
/// journal. Later versions keep a header of this length with its magic, version and checksum in their places.
///
/// Frame, 13 bytes and its payload:
///
///      0  payload length (UInt32)      4  checksum      8  type      9  head checksum      13  payload
///
/// The head checksum starts from the header's checksum XOR the frame's place in the file, and covers the
/// length and the type, in this order. The checksum goes on from it and covers the payload. So a frame passes
/// by itself, but only in its own place and under its own header: bytes of an earlier life of the file have
/// another generation and never pass. No place is written twice in one generation, because after a failed
/// append, and after a torn tail was found, a new generation begins.
///
/// The two highest bits of the type are marks:
///
///     0x80  the last frame of a save; a save without it was cut short and does not count
///     0x40  a first frame of a save that was written after everything before it had been kept
///
/// Kept means: as the class promises that wrote it. Under `process-crash` whatever was written is kept, under
/// `power-durable` whatever was synced; under `power-consistent` appends are never synced, and no frame has
/// the mark.
///
/// Where the first frame that does not pass stands, something is broken. Either a crash cut the last save
/// short, which was not acknowledged: it is dropped. Or acknowledged bytes were damaged. The marks tell the
/// two apart. Behind the break every place is tried for a head that passes; if one has the mark 0x40, what
/// stood before it had been kept, and so the break is damage: the journal is refused as such. The same search
/// follows a header that does not pass, under the checksum that it states and under the one that it has.
///
/// What the marks can't tell: damage in the very last save, or an end that is missing, looks like a save cut
/// short, and the version before is shown. Under `power-consistent` that holds for every save, whose class
/// promises some saved version and no more. A header that is whole and names another subject is damage.
///
/// Types and payloads of a page's journal, where a page is what the codec makes of its elements:
///
///      1  put           index (UInt32), then a page of one element
///      2  remove        element (UInt64)
///      3  replace       element (UInt64), then a page of the pieces
///      4  move          dx, dy (Int32 each), then elements (UInt64 each)
///
/// Types and payloads of a list's journal, each frame a save of its own:
///
///     16  page added    index (UInt32), page (UInt64), width, height (Int32 each), created (UInt64)
///     17  page deleted  page (UInt64)
///     18  page moved    page (UInt64), index afterwards (UInt32)
enum JournalFormat {
  static let magic: UInt64 = 0x006C_6E72_4A6B_6E49
  static let version = 2
  static let headerByteCount = 64
  static let frameHeaderByteCount = 13
  static let lastOfSave: UInt8 = 0x80
  static let earlierIsKept: UInt8 = 0x40
  static let marks: UInt8 = lastOfSave | earlierIsKept

  enum FrameType: UInt8 {
    case put = 1
    case remove = 2
    case replace = 3
    case move = 4
    case pageAdded = 16
    case pageDeleted = 17
    case pageMoved = 18
  }

  /// Frames are found by a place of four bytes.
  static let byteCountMax = Int(UInt32.max)

  /// The checksum of a frame's head, which is its length and its type with the marks.
  static func headChecksum(
    length: RawSpan, type: RawSpan, at place: Int, under headerChecksum: UInt32
  ) -> UInt32 {
    checksum(type, from: checksum(length, from: headerChecksum ^ UInt32(truncatingIfNeeded: place)))
  }
}
