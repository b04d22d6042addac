internal import InkModel

/// The first bytes of every page file, the same for all codecs.
///
/// Layout, little endian:
///
///      0  magic "InkPage" and a zero byte     8  version (UInt32)      12  number of references (UInt32)
///     16  codec name, padded with zeros      32  page (UInt64)         40  generation (UInt64)
///     48  payload length (UInt64)            56  CRC-32 of bytes 0..<56 and the references
///     60  CRC-32 of the references, the payload and bytes 0..<60, in this order
///     64  references: the assets that the page shows, 8 bytes each, ascending
///      …  payload: what the codec wrote
///
/// The page's identity is inside both checksums, so that a file under a wrong name is noticed. References are
/// repeated outside the payload, with a checksum of their own, so that cleaning up a document reads a few
/// bytes a page; standing in the page's own file they change in the same step as the page. Later versions
/// keep the magic and the version where they are.
struct PageFileHeader: Equatable {
  var codec: String
  var page: PageID
  var generation: UInt64
  var payloadLength: Int
  var referenceCount: Int
  /// The checksum of everything but itself.
  var fileChecksum: UInt32 = 0

  static let byteCount = 64
  static let version = 1
  static let codecNameBytesMax = CodecName.byteCountMax
  static let magic: UInt64 = 0x0065_6761_506B_6E49

  var fileLength: Int { Self.byteCount + referenceCount * 8 + payloadLength }

  /// Reads a header's fields; the references and the payload must be checked by whoever reads them.
  init(_ bytes: RawSpan, path: String) throws(StorageError) {
    guard bytes.byteCount >= Self.byteCount, bytes.uint64(at: 0) == Self.magic else {
      throw .damaged(path: path, reason: "it does not begin like a page file")
    }
    let version = Int(bytes.uint32(at: 8))
    guard version == Self.version else {
      throw .unsupportedVersion(path: path, found: version, newestKnown: Self.version)
    }
    referenceCount = Int(bytes.uint32(at: 12))
    codec = paddedName(bytes.extracting(16..<32))
    page = PageID(rawValue: bytes.uint64(at: 32))
    generation = bytes.uint64(at: 40)
    guard let length = Int(exactly: bytes.uint64(at: 48)), length < Int.max / 2 else {
      throw .damaged(path: path, reason: "its payload length is impossible")
    }
    payloadLength = length
    fileChecksum = bytes.uint32(at: 60)
  }

  /// Makes the header of a page that is being written.
  init(codec: String, page: PageID, generation: UInt64, payloadLength: Int, referenceCount: Int) {
    self.codec = codec
    self.page = page
    self.generation = generation
    self.payloadLength = payloadLength
    self.referenceCount = referenceCount
  }
}

/// The word in a field that is filled up with zeros.
func paddedName(_ bytes: RawSpan) -> String {
  var characters: [UInt8] = []
  for index in 0..<bytes.byteCount {
    let byte = bytes.byte(at: index)
    guard byte != 0 else { break }
    characters.append(byte)
  }
  return String(decoding: characters, as: UTF8.self)
}

extension ByteBuffer {
  /// Overwrites sixteen bytes with a word, filled up with zeros.
  mutating func replace(paddedName name: String, at offset: Int) {
    var words: (UInt64, UInt64) = (0, 0)
    for (index, byte) in name.utf8.prefix(PageFileHeader.codecNameBytesMax).enumerated() {
      if index < 8 {
        words.0 |= UInt64(byte) << UInt64(8 * index)
      } else {
        words.1 |= UInt64(byte) << UInt64(8 * (index - 8))
      }
    }
    replace(littleEndian: words.0, at: offset)
    replace(littleEndian: words.1, at: offset + 8)
  }

  /// Appends zeros.
  mutating func append(zeros count: Int) {
    unsafe appendUnsafely(upTo: count) { memory in
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
      return count
    }
  }
}
