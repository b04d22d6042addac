internal import InkModel

/// What one line after the pages tells of.
enum SessionLine {
  case event(Event)
  case save(RecordedSave)
}

/// The keys of one such line, in whatever order they stand, until all are there and make an event or a save.
struct EventReading {
  private let version: SessionVersion
  private let elements: ElementReading
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
  private var save = RecordedSave(
    startMilliseconds: 0, durationMicroseconds: 0, byteCount: 0, reason: .other)

  private init(version: SessionVersion, elements: ElementReading) {
    self.version = version
    self.elements = elements
  }

  /// Reads a line; the data of its strokes goes to the end of the arena.
  static func line(
    _ cursor: inout JSONCursor, in version: SessionVersion, _ elements: ElementReading,
    into arena: inout InkArena
  ) throws(JSONFault) -> SessionLine {
    var reading = Self(version: version, elements: elements)
    try cursor.object { (key, cursor) throws(JSONFault) in
      try reading.take(key, &cursor, into: &arena)
    }
    return reading.seen.contains(.save)
      ? .save(try reading.recordedSave(cursor)) : .event(try reading.event(cursor))
  }

  private mutating func take(
    _ name: String, _ cursor: inout JSONCursor, into arena: inout InkArena
  ) throws(JSONFault) {
    guard let key = EventKeys(name: name, in: version) else {
      throw cursor.fault(
        "unknown key '\(name)': \(suggestion(for: name, among: Array(EventKeys.names(in: version))))")
    }
    guard seen.insert(key).inserted else { throw cursor.fault("the key '\(name)' stands twice") }
    switch key {
    case .start: start = try SessionValue.milliseconds(&cursor)
    case .duration: duration = try cursor.integer(as: UInt32.self)
    case .action: self.name = try SessionValue.word(&cursor, as: ActionName.self)
    case .page: page = PageID(rawValue: try SessionValue.identifier(&cursor))
    case .cause: cause = try SessionValue.word(&cursor, as: EditCause.self)
    case .index: index = try SessionValue.count(&cursor, max: TraceLimits.strokeCountMax)
    case .stroke: element = .stroke(try elements.stroke(&cursor, into: &arena))
    case .image: element = .image(try elements.image(&cursor))
    case .element: elementID = ElementID(rawValue: try SessionValue.identifier(&cursor))
    case .elements:
      try cursor.array { cursor throws(JSONFault) in
        elementIDs.append(ElementID(rawValue: try SessionValue.identifier(&cursor)))
      }
    case .pieces:
      try cursor.array { cursor throws(JSONFault) in
        pieces.append(try elements.stroke(&cursor, into: &arena))
      }
    case .dx: dx = try cursor.integer(as: Int32.self)
    case .dy: dy = try cursor.integer(as: Int32.self)
    case .asset: asset = AssetID(rawValue: try SessionValue.identifier(&cursor))
    case .byteCount: byteCount = try SessionValue.count(&cursor, max: TraceLimits.saveByteCountMax)
    case .width: info.canvas.width = try cursor.integer(as: Int32.self)
    case .height: info.canvas.height = try cursor.integer(as: Int32.self)
    case .save: save.reason = try SessionValue.word(&cursor, as: RecordedSave.Reason.self)
    case .microseconds: save.durationMicroseconds = try SessionValue.milliseconds(&cursor)
    case .error: save.error = try SessionValue.takesNull(&cursor) ? nil : try cursor.string()
    default: info.createdMilliseconds = try SessionValue.milliseconds(&cursor)
    }
  }

  private func recordedSave(_ cursor: borrowing JSONCursor) throws(JSONFault) -> RecordedSave {
    if let missing = EventKeys.recordedSave.subtracting(seen).firstName {
      throw cursor.fault("the key '\(missing)' is missing")
    }
    if let extra = seen.subtracting(.recordedSave).firstName {
      throw cursor.fault("the key '\(extra)' does not belong to a save")
    }
    var save = save
    save.startMilliseconds = start
    save.byteCount = byteCount
    if let fault = SessionBounds.fault(of: save) { throw cursor.fault(fault) }
    return save
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
    case .insertAsset:
      guard byteCount <= TraceLimits.assetByteCountMax else {
        throw cursor.fault("\(byteCount) is not between 0 and \(TraceLimits.assetByteCountMax)")
      }
      return .insertAsset(asset, byteCount: byteCount)
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
