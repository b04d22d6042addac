internal import InkModel

/// Replays the journals of pages onto the snapshots that they continue.
struct PageEditReader: ~Copyable {
  private let codec: any PageCodec
  private var journal = JournalReader()
  /// Elements on their way out of a frame.
  private var spare = Page(id: PageID(rawValue: 0))

  init(_ environment: StoreEnvironment) { codec = environment.codec }

  /// Applies all whole saves of a journal to a page that holds the snapshot.
  ///
  /// A frame that passes its checksums and still makes no sense is damage, and the page can't be trusted.
  mutating func replay(
    _ path: String, generation: UInt64, onto page: inout Page
  ) throws(StorageError) -> JournalReader.Outcome {
    let outcome = try journal.read(path, of: .page(page.id), generation: generation)
    let name = outcome.codec ?? codec.name
    guard let codec = name == codec.name ? codec : BuiltInCodecs.named(name) else {
      throw .damaged(path: path, reason: "it was written with the unknown codec '\(name)'")
    }
    // Apart from the journal, so that it can change while the journal is looked at.
    var piece = Page(id: page.id)
    swap(&piece, &spare)
    defer { swap(&piece, &spare) }
    for frame in outcome.frames {
      do {
        try Self.apply(frame, journal.bytes.extracting(frame.payload), codec, &piece, to: &page)
      } catch {
        throw .damaged(path: path, reason: "the frame at byte \(frame.place) can't be applied: \(error)")
      }
    }
    return outcome
  }

  private static func apply(
    _ frame: JournalReader.Frame, _ payload: RawSpan, _ codec: any PageCodec, _ piece: inout Page,
    to page: inout Page
  ) throws {
    switch JournalFormat.FrameType(rawValue: frame.type) {
    case .put:
      let index = Int(try payload.field32(at: 0))
      try decode(payload.extracting(4..<payload.byteCount), codec, into: &piece)
      guard let element = piece.elements.first, piece.elements.count == 1 else {
        throw CodecError("it puts no single element")
      }
      try page.apply(.put(element, index: index), from: piece.arena)
    case .remove:
      let id = ElementID(rawValue: try payload.field64(at: 0))
      guard payload.byteCount == 8 else { throw CodecError("it is too long for its type") }
      try page.apply(.remove(id), from: piece.arena)
    case .replace:
      let id = ElementID(rawValue: try payload.field64(at: 0))
      try decode(payload.extracting(8..<payload.byteCount), codec, into: &piece)
      let pieces = try piece.elements.map { element in
        guard case .stroke(let stroke) = element else { throw CodecError("a piece is no stroke") }
        return stroke
      }
      try page.apply(.replace(id, pieces: pieces), from: piece.arena)
    case .move:
      let dx = Int32(bitPattern: try payload.field32(at: 0))
      let dy = Int32(bitPattern: try payload.field32(at: 4))
      guard (payload.byteCount - 8).isMultiple(of: 8) else { throw CodecError("half an element is named") }
      var ids: [ElementID] = []
      for place in stride(from: 8, to: payload.byteCount, by: 8) {
        ids.append(ElementID(rawValue: payload.uint64(at: place)))
      }
      try page.apply(.move(ids, dx: dx, dy: dy), from: piece.arena)
    default: throw CodecError("its type \(frame.type) is unknown in the journal of a page")
    }
  }

  private static func decode(
    _ bytes: RawSpan, _ codec: any PageCodec, into piece: inout Page
  ) throws(CodecError) {
    piece.reset(id: piece.id)
    var input = PageInput(copying: bytes)
    try codec.decode(&input, into: &piece)
    guard input.remaining == 0 else { throw CodecError("\(input.remaining) bytes follow its elements") }
  }
}
