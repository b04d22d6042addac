internal import InkModel

/// Turns the edits of a save into frames of a page's journal.
struct PageEditWriter: ~Copyable {
  private let codec: any PageCodec
  private let observer: (any StoreObserver)?
  /// Elements on their way into a frame.
  private var piece = Page(id: PageID(rawValue: 0))

  init(_ environment: StoreEnvironment) {
    codec = environment.codec
    observer = environment.observer
  }

  /// Appends one frame an edit; the writer must have begun a save.
  mutating func encode(_ change: borrowing PageChange, into writer: inout JournalWriter) {
    observer?.began(.encode)
    let last = change.edits.count - 1
    for index in change.edits.indices {
      append(change.edits[index], change.arena, isLast: index == last, &writer)
    }
    observer?.ended(.encode)
  }

  private mutating func append(
    _ edit: Edit, _ arena: borrowing InkArena, isLast: Bool, _ writer: inout JournalWriter
  ) {
    writer.openFrame()
    piece.reset(id: piece.id)
    let type: JournalFormat.FrameType
    switch edit {
    case .put(let element, let index):
      type = .put
      writer.buffer.append(littleEndian: UInt32(index))
      piece.append(element, from: arena)
      codec.encode(piece, into: &writer.buffer)
    case .remove(let id):
      type = .remove
      writer.buffer.append(littleEndian: id.rawValue)
    case .replace(let id, let pieces):
      type = .replace
      writer.buffer.append(littleEndian: id.rawValue)
      for stroke in pieces { piece.append(.stroke(stroke), from: arena) }
      codec.encode(piece, into: &writer.buffer)
    case .move(let ids, let dx, let dy):
      type = .move
      writer.buffer.append(littleEndian: dx)
      writer.buffer.append(littleEndian: dy)
      for id in ids { writer.buffer.append(littleEndian: id.rawValue) }
    }
    writer.sealFrame(type, isLast: isLast)
  }
}
