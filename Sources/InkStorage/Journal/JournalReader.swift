internal import InkModel

/// Reads journals and finds the frames that count.
struct JournalReader: ~Copyable {
  private var buffer = ByteBuffer()

  /// A frame that passed its checksums.
  struct Frame {
    /// Where it begins.
    var place: Int
    /// Its type without the marks.
    var type: UInt8
    var payload: Range<Int>
  }

  /// How far a journal's saves reach.
  struct Outcome {
    /// The frames of all whole saves.
    var frames: [Frame] = []
    /// Bytes up to the end of the last whole save; 0 if the journal must be begun anew.
    var length = 0
    var headerChecksum: UInt32 = 0
    /// Whether there is a journal, whatever it holds.
    var isThere = false
    /// Whether something stands behind the last whole save.
    var isTorn = false
    /// The codec that wrote the frames.
    var codec: String?
    /// The generation of a journal that continues another snapshot or list.
    var staleGeneration: UInt64?
  }

  /// The bytes of the journal that was read last.
  var bytes: RawSpan {
    @_lifetime(borrow self)
    get { buffer.bytes }
  }

  /// Reads the journal of a subject, with the frames that continue a generation.
  ///
  /// What a crash cut short is left out; what was damaged after it had been kept throws
  /// `StorageError.damaged`. `JournalFormat` says how the two are told apart, and where they can't be.
  mutating func read(
    _ path: String, of subject: JournalSubject, generation: UInt64?
  ) throws(StorageError) -> Outcome {
    var outcome = Outcome()
    guard SystemCalls.exists(path) else { return outcome }
    outcome.isThere = true
    let file = try File(path, .read)
    buffer.removeAll()
    try file.read(file.openedSize, at: 0, appendingTo: &buffer)
    guard let header = try JournalHeader(buffer.bytes, path: path) else {
      try refuseDamagedHeader(path)
      return outcome
    }
    guard header.subject == subject else {
      throw .damaged(path: path, reason: "its header says that it is the journal of something else")
    }
    guard header.generation == generation else {
      outcome.staleGeneration = header.generation
      return outcome
    }
    outcome.codec = header.codec
    outcome.headerChecksum = header.checksum
    let end = collectWholeSaves(&outcome)
    outcome.isTorn = outcome.length < buffer.count
    guard end < buffer.count, let witness = markedHead(after: end, under: header.checksum) else {
      return outcome
    }
    throw .damaged(
      path: path, reason: "its bytes from \(end) on are broken, and a later save stands at byte \(witness)")
  }

  /// Takes up frames until one does not pass, and returns its place.
  private func collectWholeSaves(_ outcome: inout Outcome) -> Int {
    var start = JournalFormat.headerByteCount
    var whole = 0
    outcome.length = start
    while let (frame, marks) = intactFrame(at: start, under: outcome.headerChecksum) {
      outcome.frames.append(frame)
      start = frame.payload.upperBound
      if marks & JournalFormat.lastOfSave != 0 {
        whole = outcome.frames.count
        outcome.length = start
      }
    }
    outcome.frames.removeLast(outcome.frames.count - whole)
    return start
  }

  private func intactFrame(at place: Int, under headerChecksum: UInt32) -> (Frame, marks: UInt8)? {
    guard let type = intactHead(at: place, under: headerChecksum) else { return nil }
    let bytes = buffer.bytes
    let start = place + JournalFormat.frameHeaderByteCount
    let count = Int(bytes.uint32(at: place))
    guard count <= bytes.byteCount - start else { return nil }
    let payload = start..<start + count
    let frameChecksum = checksum(bytes.extracting(payload), from: bytes.uint32(at: place + 9))
    guard frameChecksum == bytes.uint32(at: place + 4) else { return nil }
    return (
      Frame(place: place, type: type & ~JournalFormat.marks, payload: payload), type & JournalFormat.marks
    )
  }

  /// The marked type of a frame whose head passes; nil if none begins here.
  private func intactHead(at place: Int, under headerChecksum: UInt32) -> UInt8? {
    let bytes = buffer.bytes
    guard bytes.byteCount - place >= JournalFormat.frameHeaderByteCount else { return nil }
    let head = JournalFormat.headChecksum(
      length: bytes.extracting(place..<place + 4), type: bytes.extracting(place + 8..<place + 9), at: place,
      under: headerChecksum)
    return head == bytes.uint32(at: place + 9) ? bytes.byte(at: place + 8) : nil
  }

  /// The first place behind another where a frame begins that was written after what stood before was kept.
  private func markedHead(after place: Int, under headerChecksum: UInt32) -> Int? {
    let end = buffer.count - JournalFormat.frameHeaderByteCount
    var candidate = place + 1
    while candidate <= end {
      // Most bytes end here: checksums are for those that could be a marked type.
      let type = buffer.bytes.byte(at: candidate + 8)
      if type & JournalFormat.earlierIsKept != 0,
        JournalFormat.FrameType(rawValue: type & ~JournalFormat.marks) != nil,
        intactHead(at: candidate, under: headerChecksum) != nil
      {
        return candidate
      }
      candidate += 1
    }
    return nil
  }

  /// Throws if saves follow a header that does not pass.
  private func refuseDamagedHeader(_ path: String) throws(StorageError) {
    guard buffer.count > JournalFormat.headerByteCount else { return }
    let stated = buffer.bytes.uint32(at: 60)
    let actual = checksum(buffer.bytes.extracting(0..<60))
    for key in [stated, actual] {
      guard let witness = markedHead(after: JournalFormat.headerByteCount - 1, under: key) else { continue }
      throw .damaged(path: path, reason: "its header is broken, and a save stands at byte \(witness)")
    }
  }
}

/// The fields of a frame's payload.
extension RawSpan {
  func field32(at offset: Int) throws(CodecError) -> UInt32 {
    guard offset + 4 <= byteCount else { throw CodecError("it is too short for its type") }
    return uint32(at: offset)
  }

  func field64(at offset: Int) throws(CodecError) -> UInt64 {
    guard offset + 8 <= byteCount else { throw CodecError("it is too short for its type") }
    return uint64(at: offset)
  }
}
