internal import InkModel

/// One change of a document's list of pages.
enum PageListEdit: Equatable {
  case added(PageInfo, index: Int)
  case deleted(PageID)
  /// The index is the page's place afterwards.
  case moved(PageID, index: Int)
}

extension DocumentInfo {
  /// Carries out a change of the list, or says what is wrong with it.
  mutating func apply(_ edit: PageListEdit) throws(StorageError) {
    switch edit {
    case .added(let page, let index): try add(page, at: index)
    case .deleted(let id): try delete(id)
    case .moved(let id, let index): try move(id, to: index)
    }
  }
}

/// `JournalFormat` has the layout of the frames.
extension PageListEdit {
  /// Appends the change as a save of one frame; the writer must have begun a save.
  func encode(into writer: inout JournalWriter) {
    writer.openFrame()
    switch self {
    case .added(let page, let index):
      writer.buffer.append(littleEndian: UInt32(index))
      writer.buffer.append(littleEndian: page.id.rawValue)
      writer.buffer.append(littleEndian: page.canvas.width)
      writer.buffer.append(littleEndian: page.canvas.height)
      writer.buffer.append(littleEndian: page.createdMilliseconds)
      writer.sealFrame(.pageAdded, isLast: true)
    case .deleted(let id):
      writer.buffer.append(littleEndian: id.rawValue)
      writer.sealFrame(.pageDeleted, isLast: true)
    case .moved(let id, let index):
      writer.buffer.append(littleEndian: id.rawValue)
      writer.buffer.append(littleEndian: UInt32(index))
      writer.sealFrame(.pageMoved, isLast: true)
    }
  }

  /// Reads the payload of a frame.
  init(type: UInt8, _ payload: RawSpan) throws(CodecError) {
    let byteCount: Int
    switch JournalFormat.FrameType(rawValue: type) {
    case .pageAdded:
      var page = PageInfo(id: PageID(rawValue: try payload.field64(at: 4)))
      page.canvas.width = Int32(bitPattern: try payload.field32(at: 12))
      page.canvas.height = Int32(bitPattern: try payload.field32(at: 16))
      page.createdMilliseconds = try payload.field64(at: 20)
      byteCount = 28
      self = .added(page, index: Int(try payload.field32(at: 0)))
    case .pageDeleted:
      byteCount = 8
      self = .deleted(PageID(rawValue: try payload.field64(at: 0)))
    case .pageMoved:
      byteCount = 12
      self = .moved(PageID(rawValue: try payload.field64(at: 0)), index: Int(try payload.field32(at: 8)))
    default: throw CodecError("its type \(type) is unknown in the journal of a list")
    }
    guard payload.byteCount == byteCount else { throw CodecError("it is too long for its type") }
  }
}

extension JournalReader {
  /// Applies all whole saves of a list's journal to the list in `document.json`.
  mutating func replay(
    _ path: String, generation: UInt64?, onto info: inout DocumentInfo
  ) throws(StorageError) -> Outcome {
    let outcome = try read(path, of: .list(of: info.id), generation: generation)
    for frame in outcome.frames {
      do {
        try info.apply(PageListEdit(type: frame.type, bytes.extracting(frame.payload)))
      } catch {
        throw .damaged(path: path, reason: "the frame at byte \(frame.place) can't be applied: \(error)")
      }
    }
    return outcome
  }
}
