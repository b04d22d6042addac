internal import InkModel

extension ByteBuffer {
  /// Appends an event's line.
  mutating func append(event: borrowing Event, arena: borrowing InkArena, shapes: ShapeOrigin) {
    append("{\"start\":")
    append(decimal: event.startMilliseconds)
    if event.durationMilliseconds > 0 {
      append(",\"duration\":")
      append(decimal: event.durationMilliseconds)
    }
    switch event.action {
    case .edit(let page, let edit, let cause):
      append(edit: edit, on: page, cause: cause, arena: arena, shapes: shapes)
    case .insertAsset(let asset, let byteCount):
      append(action: .insertAsset)
      append(key: "asset", id: asset.rawValue)
      append(key: "byteCount", byteCount)
    case .turnTo(let page): append(action: .turnTo, page)
    case .addPage(let info, let index):
      append(action: .addPage, info.id)
      append(key: "index", index)
      append(sizeOf: info)
    case .deletePage(let page): append(action: .deletePage, page)
    case .movePage(let page, let index):
      append(action: .movePage, page)
      append(key: "index", index)
    case .background: append(action: .background)
    case .foreground: append(action: .foreground)
    case .terminateAndRelaunch: append(action: .terminateAndRelaunch)
    case .openDocument: append(action: .openDocument)
    case .closeDocument: append(action: .closeDocument)
    case .listLibrary: append(action: .listLibrary)
    case .export: append(action: .export)
    }
    append("}\n")
  }

  /// Appends the line of one of the app's own saves.
  mutating func append(save: RecordedSave) {
    append("{\"start\":")
    append(decimal: save.startMilliseconds)
    append(",\"save\":\"\(save.reason.rawValue)\"")
    append(key: "microseconds", save.durationMicroseconds)
    append(key: "byteCount", save.byteCount)
    append(",\"error\":")
    if let error = save.error { append(jsonString: error) } else { append("null") }
    append("}\n")
  }

  private mutating func append(
    edit: Edit, on page: PageID, cause: EditCause, arena: borrowing InkArena, shapes: ShapeOrigin
  ) {
    switch edit {
    case .put(let element, let index):
      append(action: .put, page, cause)
      append(key: "index", index)
      append(",")
      append(element: element, arena: arena, shapes: shapes)
    case .remove(let id):
      append(action: .remove, page, cause)
      append(key: "element", id: id.rawValue)
    case .replace(let id, let pieces):
      append(action: .replace, page, cause)
      append(key: "element", id: id.rawValue)
      append(",\"pieces\":[")
      for (index, piece) in pieces.enumerated() {
        if index > 0 { append(",") }
        append(stroke: piece, arena: arena, shapes: shapes)
      }
      append("]")
    case .move(let ids, let dx, let dy):
      append(action: .move, page, cause)
      append(",\"elements\":[")
      for (index, id) in ids.enumerated() {
        append(index > 0 ? ",\"" : "\"")
        append(hexadecimal(id.rawValue))
        append("\"")
      }
      append("]")
      append(key: "dx", dx)
      append(key: "dy", dy)
    }
  }

  private mutating func append(action: ActionName, _ page: PageID? = nil, _ cause: EditCause? = nil) {
    append(",\"action\":\"")
    append(action.rawValue)
    append("\"")
    if let page { append(key: "page", id: page.rawValue) }
    guard let cause else { return }
    append(",\"cause\":\"")
    append(cause.rawValue)
    append("\"")
  }

  mutating func append(key: String, _ value: some BinaryInteger) {
    append(",\"")
    append(key)
    append("\":")
    append(decimal: value)
  }

  mutating func append(key: String, id: UInt64) {
    append(",\"")
    append(key)
    append("\":\"")
    append(hexadecimal(id))
    append("\"")
  }
}
