internal import InkModel

/// The keys of one event's line, in whatever order they stand, until all are there and make an event.
struct EventReading {
  private var seen: EventKeys = []
  private var name = ActionName.export
  private var start: UInt64 = 0
  private var duration: UInt32 = 0
  private var page = PageID(rawValue: 0)
  private var cause = EditCause.write
  private var index = 0
  private var element: Element?
  private var elementID = ElementID(rawValue: 0)
  private var elementIDs: [ElementID] = []
  private var pieces: [Stroke] = []
  private var dx: Int32 = 0
  private var dy: Int32 = 0
  private var asset = AssetID(rawValue: 0)
  private var byteCount = 0
  private var info = PageInfo(id: PageID(rawValue: 0))

  /// Reads an event's line; the data of its strokes goes to the end of the arena.
  static func event(_ cursor: inout JSONCursor, into arena: inout InkArena) throws(JSONFault) -> Event {
    var reading = Self()
    try cursor.object { (key, cursor) throws(JSONFault) in
      try reading.take(key, &cursor, into: &arena)
    }
    return try reading.event(cursor)
  }

  private mutating func take(
    _ name: String, _ cursor: inout JSONCursor, into arena: inout InkArena
  ) throws(JSONFault) {
    guard let key = EventKeys(name: name) else {
      throw cursor.fault("unknown key '\(name)': \(suggestion(for: name, among: EventKeys.names))")
    }
    guard seen.insert(key).inserted else { throw cursor.fault("the key '\(name)' stands twice") }
    switch key {
    case .start: start = try SessionValue.milliseconds(&cursor)
    case .duration: duration = try cursor.integer(as: UInt32.self)
    case .action: self.name = try SessionValue.word(&cursor, as: ActionName.self)
    case .page: page = PageID(rawValue: try SessionValue.identifier(&cursor))
    case .cause: cause = try SessionValue.word(&cursor, as: EditCause.self)
    case .index: index = try SessionValue.count(&cursor, max: TraceLimits.strokeCountMax)
    case .stroke: element = .stroke(try ElementReading.stroke(&cursor, into: &arena))
    case .image: element = .image(try ElementReading.image(&cursor))
    case .element: elementID = ElementID(rawValue: try SessionValue.identifier(&cursor))
    case .elements:
      try cursor.array { cursor throws(JSONFault) in
        elementIDs.append(ElementID(rawValue: try SessionValue.identifier(&cursor)))
      }
    case .pieces:
      try cursor.array { cursor throws(JSONFault) in
        pieces.append(try ElementReading.stroke(&cursor, into: &arena))
      }
    case .dx: dx = try cursor.integer(as: Int32.self)
    case .dy: dy = try cursor.integer(as: Int32.self)
    case .asset: asset = AssetID(rawValue: try SessionValue.identifier(&cursor))
    case .byteCount: byteCount = try SessionValue.count(&cursor, max: TraceLimits.assetByteCountMax)
    case .width: info.canvas.width = try cursor.integer(as: Int32.self)
    case .height: info.canvas.height = try cursor.integer(as: Int32.self)
    default: info.createdMilliseconds = try SessionValue.milliseconds(&cursor)
    }
  }

  private func event(_ cursor: borrowing JSONCursor) throws(JSONFault) -> Event {
    var needed = name.keys.union([.start, .action])
    if name == .put { needed.insert(seen.contains(.image) ? .image : .stroke) }
    if let missing = needed.subtracting(seen).firstName {
      throw cursor.fault("the key '\(missing)' is missing")
    }
    if let extra = seen.subtracting(needed).subtracting(.duration).firstName {
      throw cursor.fault("the key '\(extra)' does not belong to '\(name.rawValue)'")
    }
    return Event(startMilliseconds: start, durationMilliseconds: duration, action: try action(cursor))
  }

  private func action(_ cursor: borrowing JSONCursor) throws(JSONFault) -> Action {
    switch name {
    case .put:
      guard let element else { throw cursor.fault("the key 'stroke' is missing") }
      return .edit(page, .put(element, index: index), cause: cause)
    case .remove: return .edit(page, .remove(elementID), cause: cause)
    case .replace: return .edit(page, .replace(elementID, pieces: pieces), cause: cause)
    case .move: return .edit(page, .move(elementIDs, dx: dx, dy: dy), cause: cause)
    case .insertAsset: return .insertAsset(asset, byteCount: byteCount)
    case .turnTo: return .turnTo(page)
    case .addPage:
      var info = info
      info.id = page
      return .addPage(info, index: index)
    case .deletePage: return .deletePage(page)
    case .movePage: return .movePage(page, to: index)
    case .background: return .background
    case .foreground: return .foreground
    case .terminateAndRelaunch: return .terminateAndRelaunch
    case .openDocument: return .openDocument
    case .closeDocument: return .closeDocument
    case .listLibrary: return .listLibrary
    case .export: return .export
    }
  }
}
