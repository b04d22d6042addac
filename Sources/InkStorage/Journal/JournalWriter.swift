internal import InkModel

/// Turns the edits of a save into journal frames, in a buffer that it keeps.
struct JournalWriter: ~Copyable {
  private let codec: any PageCodec
  private let observer: (any StoreObserver)?
  private(set) var buffer = ByteBuffer()
  /// Elements on their way into a frame.
  private var piece = Page(id: PageID(rawValue: 0))

  init(_ environment: StoreEnvironment) {
    codec = environment.codec
    observer = environment.observer
  }

  /// Puts the frames of a save into the buffer, behind a header where the journal has none yet.
  ///
  /// `chain` is the checksum that the first frame starts from; afterwards it is that of the last.
  mutating func encode(
    _ change: borrowing PageChange, headerFor generation: UInt64?, chain: inout UInt32
  ) {
    observer?.began(.encode)
    buffer.removeAll()
    if let generation { appendHeader(page: change.page.id, generation: generation, chain: &chain) }
    let last = change.edits.count - 1
    for index in change.edits.indices {
      append(change.edits[index], change.arena, isLast: index == last, chain: &chain)
    }
    observer?.ended(.encode)
  }

  /// Appends the frames to a journal, in one write.
  func append(to file: borrowing File, at offset: Int) throws(StorageError) {
    try file.write(buffer.bytes, at: offset)
  }

  private mutating func appendHeader(page: PageID, generation: UInt64, chain: inout UInt32) {
    buffer.append(zeros: JournalFormat.headerByteCount)
    buffer.replace(littleEndian: JournalFormat.magic, at: 0)
    buffer.replace(littleEndian: UInt32(JournalFormat.version), at: 8)
    buffer.replace(paddedName: codec.name, at: 16)
    buffer.replace(littleEndian: page.rawValue, at: 32)
    buffer.replace(littleEndian: generation, at: 40)
    chain = checksum(buffer.bytes.extracting(0..<60))
    buffer.replace(littleEndian: chain, at: 60)
  }

  private mutating func append(_ edit: Edit, _ arena: borrowing InkArena, isLast: Bool, chain: inout UInt32) {
    let start = buffer.count
    buffer.append(littleEndian: UInt32(0))
    buffer.append(littleEndian: UInt32(0))
    let type: JournalFormat.FrameType =
      switch edit {
      case .put: .put
      case .remove: .remove
      case .replace: .replace
      case .move: .move
      }
    buffer.append(type.rawValue | (isLast ? JournalFormat.lastOfSave : 0))
    piece.reset(id: piece.id)
    switch edit {
    case .put(let element, let index):
      buffer.append(littleEndian: UInt32(index))
      piece.append(element, from: arena)
      codec.encode(piece, into: &buffer)
    case .remove(let id): buffer.append(littleEndian: id.rawValue)
    case .replace(let id, let pieces):
      buffer.append(littleEndian: id.rawValue)
      for stroke in pieces { piece.append(.stroke(stroke), from: arena) }
      codec.encode(piece, into: &buffer)
    case .move(let ids, let dx, let dy):
      buffer.append(littleEndian: dx)
      buffer.append(littleEndian: dy)
      for id in ids { buffer.append(littleEndian: id.rawValue) }
    }
    let payload = buffer.count - start - JournalFormat.frameHeaderByteCount
    buffer.replace(littleEndian: UInt32(payload), at: start)
    let length = checksum(buffer.bytes.extracting(start..<start + 4), from: chain)
    chain = checksum(buffer.bytes.extracting(start + 8..<buffer.count), from: length)
    buffer.replace(littleEndian: chain, at: start + 4)
  }
}
