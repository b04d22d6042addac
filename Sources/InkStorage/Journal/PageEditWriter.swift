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
    let edits = change.edits.span
    for index in edits.indices {
      append(edits[index], change.arena, isLast: index == edits.count - 1, &writer)
    }
    observer?.ended(.encode)
  }

  private mutating func append(
    _ edit: borrowing Edit, _ arena: borrowing InkArena, isLast: Bool, _ writer: inout JournalWriter
  ) {
    writer.openFrame()
    let type: JournalFormat.FrameType
    switch edit {
    case .put(let element, let index):
      type = .put
      writer.buffer.append(littleEndian: UInt32(index))
      hold(CollectionOfOne(element), from: arena)
      codec.encode(piece, into: &writer.buffer)
    case .remove(let id):
      type = .remove
      writer.buffer.append(littleEndian: id.rawValue)
    case .replace(let id, let pieces):
      type = .replace
      writer.buffer.append(littleEndian: id.rawValue)
      hold(pieces.lazy.map { .stroke($0) }, from: arena)
      codec.encode(piece, into: &writer.buffer)
    case .move(let ids, let dx, let dy):
      type = .move
      writer.buffer.append(littleEndian: dx)
      writer.buffer.append(littleEndian: dy)
      for id in ids { writer.buffer.append(littleEndian: id.rawValue) }
    }
    writer.sealFrame(type, isLast: isLast)
  }

  /// Makes the piece hold elements as they lie in the arena of the edits, which is shared and not copied.
  private mutating func hold(_ elements: some Sequence<Element>, from arena: borrowing InkArena) {
    piece.fill { (held, heldArena) in
      held.removeAll(keepingCapacity: true)
      held.append(contentsOf: elements)
      heldArena = copy arena
    }
  }
}
