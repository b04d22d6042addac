internal import InkModel

/// Writes pages as page files, through a buffer that it keeps.
struct PageFileWriter: ~Copyable {
  private let codec: any PageCodec
  private let seed: UInt64
  private let observer: (any StoreObserver)?
  private let replacement: FileReplacement
  private var buffer = ByteBuffer()
  /// The codec if elements are kept and it allows that; nil otherwise.
  private let keepingCodec: (any ElementwiseCodec)?
  private var keptPages: [PageID: KeptPage] = [:]
  private var spare = ByteBuffer()

  init(
    _ environment: StoreEnvironment, _ replacement: FileReplacement = .posix,
    keepsEncodedElements: Bool = false
  ) {
    self.replacement = replacement
    keepingCodec = keepsEncodedElements ? environment.codec as? any ElementwiseCodec : nil
    codec = environment.codec
    seed = environment.seed
    observer = environment.observer
  }

  /// Replaces a page's file in one step, and returns its generation and length.
  ///
  /// With `edits`, which are all edits of an open page since its last acknowledged save, only what they name
  /// need be encoded.
  mutating func write(
    _ page: borrowing Page, to path: String, after earlier: [UInt64], edits: [Edit]? = nil, syncing: Bool
  ) throws(StorageError) -> (generation: UInt64, byteCount: Int) {
    guard let edits, let keepingCodec else {
      forget(page.id)
      let generation = encode(page, after: earlier)
      try replacement.replace(path, with: buffer.bytes, syncing: syncing)
      return (generation, buffer.count)
    }
    let kept = keptPages[page.id] ?? KeptPage()
    keptPages[page.id] = kept
    swap(&kept.buffer, &buffer)
    defer { swap(&kept.buffer, &buffer) }
    let references = Self.references(of: page)
    observer?.began(.encode)
    let body = kept.update(
      &buffer, to: page, edits: edits, references: references, codec: keepingCodec, spare: &spare)
    observer?.ended(.encode)
    let generation = seal(page.id, body: body, referenceCount: references.count, after: earlier)
    try replacement.replace(path, with: buffer.bytes, syncing: syncing)
    return (generation, buffer.count)
  }

  /// Lets go of what is kept of a page.
  mutating func forget(_ id: PageID) { keptPages[id] = nil }

  /// Lets go of what is kept of all pages.
  mutating func forgetAll() {
    keptPages.removeAll()
    spare = ByteBuffer()
  }

  /// Memory that is held for kept elements.
  var keptByteCount: Int {
    keptPages.values.reduce(keptPages.isEmpty ? 0 : spare.capacity) { $0 + $1.allocatedByteCount }
  }

  /// Puts the file of a page into the buffer and returns its generation.
  private mutating func encode(_ page: borrowing Page, after earlier: [UInt64]) -> UInt64 {
    let references = Self.references(of: page)
    buffer.removeAll()
    buffer.append(zeros: PageFileHeader.byteCount)
    for asset in references { buffer.append(littleEndian: asset.rawValue) }
    observer?.began(.encode)
    codec.encode(page, into: &buffer)
    observer?.ended(.encode)
    let body = checksum(buffer.bytes.extracting(PageFileHeader.byteCount..<buffer.count))
    return seal(page.id, body: body, referenceCount: references.count, after: earlier)
  }

  /// Writes the header of a page file that is otherwise complete, and returns its generation.
  private mutating func seal(
    _ id: PageID, body: UInt32, referenceCount: Int, after earlier: [UInt64]
  ) -> UInt64 {
    let generation = Generation.draw(
      seed: seed, subject: id.rawValue, contentChecksum: body, byteCount: buffer.count, after: earlier)
    let payloadStart = PageFileHeader.byteCount + referenceCount * 8
    seal(
      PageFileHeader(
        codec: codec.name, page: id, generation: generation, payloadLength: buffer.count - payloadStart,
        referenceCount: referenceCount), body: body)
    return generation
  }

  private mutating func seal(_ header: PageFileHeader, body: UInt32) {
    buffer.replace(littleEndian: PageFileHeader.magic, at: 0)
    buffer.replace(littleEndian: UInt32(PageFileHeader.version), at: 8)
    buffer.replace(littleEndian: UInt32(header.referenceCount), at: 12)
    buffer.replace(paddedName: header.codec, at: 16)
    buffer.replace(littleEndian: header.page.rawValue, at: 32)
    buffer.replace(littleEndian: header.generation, at: 40)
    buffer.replace(littleEndian: UInt64(header.payloadLength), at: 48)
    let referencesEnd = PageFileHeader.byteCount + header.referenceCount * 8
    let head = checksum(
      buffer.bytes.extracting(PageFileHeader.byteCount..<referencesEnd),
      from: checksum(buffer.bytes.extracting(0..<56)))
    buffer.replace(littleEndian: head, at: 56)
    buffer.replace(littleEndian: checksum(buffer.bytes.extracting(0..<60), from: body), at: 60)
  }

  /// The assets that a page shows, each once, ascending.
  static func references(of page: borrowing Page) -> [AssetID] {
    var assets: [AssetID] = []
    for case .image(let image) in page.elements { assets.append(image.asset) }
    guard assets.count > 1 else { return assets }
    return Set(assets).sorted { $0.rawValue < $1.rawValue }
  }
}
