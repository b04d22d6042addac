internal import InkModel

/// What a journal continues.
struct JournalSubject: Equatable {
  enum Kind: UInt32 {
    case page = 1
    case list = 2
  }

  var kind: Kind
  /// The page's number or the document's.
  var number: UInt64

  static func page(_ id: PageID) -> Self { Self(kind: .page, number: id.rawValue) }
  static func list(of id: DocumentID) -> Self { Self(kind: .list, number: id.rawValue) }
}

/// What the header of a journal says; `JournalFormat` has its layout.
struct JournalHeader: Equatable {
  /// The codec of the pages within frames; empty where there are none.
  var codec: String
  /// Nil if the journal is of a kind that is not known.
  var subject: JournalSubject?
  var generation: UInt64
  /// The header's own checksum, which every frame's depends on.
  private(set) var checksum: UInt32 = 0

  init(codec: String, subject: JournalSubject, generation: UInt64) {
    self.codec = codec
    self.subject = subject
    self.generation = generation
  }

  /// Reads a header; nil if it is not whole.
  init?(_ bytes: RawSpan, path: String) throws(StorageError) {
    guard bytes.byteCount >= JournalFormat.headerByteCount, bytes.uint64(at: 0) == JournalFormat.magic,
      InkStorage.checksum(bytes.extracting(0..<60)) == bytes.uint32(at: 60)
    else { return nil }
    let version = Int(bytes.uint32(at: 8))
    guard version == JournalFormat.version else {
      throw .unsupportedVersion(path: path, found: version, newestKnown: JournalFormat.version)
    }
    codec = paddedName(bytes.extracting(16..<32))
    subject = JournalSubject.Kind(rawValue: bytes.uint32(at: 12)).map {
      JournalSubject(kind: $0, number: bytes.uint64(at: 32))
    }
    generation = bytes.uint64(at: 40)
    checksum = bytes.uint32(at: 60)
  }

  /// Puts the header at the start of an empty buffer.
  mutating func write(to buffer: inout ByteBuffer) {
    buffer.append(zeros: JournalFormat.headerByteCount)
    buffer.replace(littleEndian: JournalFormat.magic, at: 0)
    buffer.replace(littleEndian: UInt32(JournalFormat.version), at: 8)
    buffer.replace(littleEndian: subject?.kind.rawValue ?? 0, at: 12)
    buffer.replace(paddedName: codec, at: 16)
    buffer.replace(littleEndian: subject?.number ?? 0, at: 32)
    buffer.replace(littleEndian: generation, at: 40)
    checksum = InkStorage.checksum(buffer.bytes.extracting(0..<60))
    buffer.replace(littleEndian: checksum, at: 60)
  }
}
