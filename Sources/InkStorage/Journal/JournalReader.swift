internal import InkModel

/// Replays journals onto the snapshots that they belong to.
struct JournalReader: ~Copyable {
  private let codec: any PageCodec
  private var buffer = ByteBuffer()
  private var piece = Page(id: PageID(rawValue: 0))

  /// How far a journal's saves reach.
  struct Outcome {
    /// Bytes up to the end of the last whole save; 0 if the journal must be begun anew.
    var length = 0
    /// The checksum that the next frame starts from.
    var chain: UInt32 = 0
    /// Whether something stands behind the last whole save.
    var isTorn = false
    /// The codec that wrote the frames.
    var codec: String?
    /// The generation of a journal that belongs to another snapshot.
    var staleGeneration: UInt64?
  }

  init(_ environment: StoreEnvironment) { codec = environment.codec }

  /// Applies all whole saves of a journal to a page that holds the snapshot.
  ///
  /// What a crash cut short is left out: an incomplete header, a frame whose checksum fails and everything
  /// after it, the frames of a save whose last is missing. A frame that passes all that and still makes no
  /// sense is damage, and the page can't be trusted.
  mutating func replay(
    _ path: String, generation: UInt64, onto page: inout Page
  ) throws(StorageError) -> Outcome {
    var outcome = Outcome()
    guard SystemCalls.exists(path) else { return outcome }
    let file = try File(path, .read)
    buffer.removeAll()
    try file.read(try file.size(), at: 0, appendingTo: &buffer)
    guard let header = try JournalHeader(buffer.bytes, path: path) else { return outcome }
    guard header.generation == generation, header.page == page.id else {
      outcome.staleGeneration = header.generation
      return outcome
    }
    outcome.codec = header.codec
    guard let codec = header.codec == self.codec.name ? self.codec : BuiltInCodecs.named(header.codec) else {
      throw .damaged(path: path, reason: "it was written with the unknown codec '\(header.codec)'")
    }
    let frames = wholeSaves(from: header.chain, &outcome)
    for frame in frames {
      do {
        try apply(frame, codec: codec, to: &page)
      } catch {
        throw .damaged(path: path, reason: "the frame at byte \(frame.lowerBound) can't be applied: \(error)")
      }
    }
    return outcome
  }

  /// The frames of all whole saves, each from its type to its payload's end.
  private func wholeSaves(from chain: UInt32, _ outcome: inout Outcome) -> [Range<Int>] {
    let bytes = buffer.bytes
    var chain = chain
    var frames: [Range<Int>] = []
    var whole = 0
    var start = JournalFormat.headerByteCount
    outcome.length = start
    outcome.chain = chain
    while bytes.byteCount - start >= JournalFormat.frameHeaderByteCount {
      let payload = Int(bytes.uint32(at: start))
      guard payload <= bytes.byteCount - start - JournalFormat.frameHeaderByteCount else { break }
      let end = start + JournalFormat.frameHeaderByteCount + payload
      let length = checksum(bytes.extracting(start..<start + 4), from: chain)
      chain = checksum(bytes.extracting(start + 8..<end), from: length)
      guard chain == bytes.uint32(at: start + 4) else { break }
      frames.append(start + 8..<end)
      start = end
      if bytes.byte(at: frames[frames.count - 1].lowerBound) & JournalFormat.lastOfSave != 0 {
        whole = frames.count
        outcome.length = end
        outcome.chain = chain
      }
    }
    outcome.isTorn = outcome.length < bytes.byteCount
    frames.removeLast(frames.count - whole)
    return frames
  }

  private mutating func apply(_ frame: Range<Int>, codec: any PageCodec, to page: inout Page) throws {
    let type = buffer.bytes.byte(at: frame.lowerBound) & ~JournalFormat.lastOfSave
    let payload = frame.lowerBound + 1..<frame.upperBound
    switch JournalFormat.FrameType(rawValue: type) {
    case .put:
      let index = Int(try word(UInt32.self, payload, at: 0))
      try decode(payload.dropFirst(4), codec)
      guard let element = piece.elements.first, piece.elements.count == 1 else {
        throw CodecError("it puts no single element")
      }
      try page.apply(.put(element, index: index), from: piece.arena)
    case .remove:
      try page.apply(.remove(ElementID(rawValue: try word(UInt64.self, payload, at: 0))), from: piece.arena)
    case .replace:
      let id = ElementID(rawValue: try word(UInt64.self, payload, at: 0))
      try decode(payload.dropFirst(8), codec)
      var pieces: [Stroke] = []
      for element in piece.elements {
        guard case .stroke(let stroke) = element else { throw CodecError("a piece is no stroke") }
        pieces.append(stroke)
      }
      try page.apply(.replace(id, pieces: pieces), from: piece.arena)
    case .move:
      let dx = Int32(bitPattern: try word(UInt32.self, payload, at: 0))
      let dy = Int32(bitPattern: try word(UInt32.self, payload, at: 4))
      let count = (payload.count - 8) / 8
      var ids: [ElementID] = []
      for index in 0..<count {
        ids.append(ElementID(rawValue: try word(UInt64.self, payload, at: 8 + 8 * index)))
      }
      try page.apply(.move(ids, dx: dx, dy: dy), from: piece.arena)
    case nil: throw CodecError("its type \(type) is unknown")
    }
  }

  private mutating func decode(_ range: Range<Int>, _ codec: any PageCodec) throws(CodecError) {
    piece.reset(id: piece.id)
    var input = PageInput(copying: buffer.bytes.extracting(range))
    try codec.decode(&input, into: &piece)
    guard input.remaining == 0 else { throw CodecError("\(input.remaining) bytes follow its elements") }
  }

  private func word<Value: FixedWidthInteger>(
    _ type: Value.Type, _ payload: Range<Int>, at offset: Int
  ) throws(CodecError) -> Value {
    let size = MemoryLayout<Value>.size
    guard offset + size <= payload.count else { throw CodecError("it is too short for its type") }
    var value: Value = 0
    for index in (0..<size).reversed() {
      value = value << 8 | Value(buffer.bytes.byte(at: payload.lowerBound + offset + index))
    }
    return value
  }
}
