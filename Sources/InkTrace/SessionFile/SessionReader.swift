internal import InkModel

/// Reads a session file line by line.
struct SessionReader: ~Copyable {
  private let path: String
  private var lines: LineReader
  private var strokeCount = 0
  private var pointCount = 0
  private var pointCountMax = TraceLimits.pointCountMax
  private let drawing: ShapeDrawing?

  /// Opens a file.
  init(path: String, drawing: ShapeDrawing?) throws(TraceError) {
    self.path = path
    self.drawing = drawing
    lines = try LineReader(path: path)
  }

  /// Reads the header, the pages of an inline base and the events, and checks rules and digest.
  mutating func read(
    resolvingBase: (_ workloadJSON: String, _ seed: UInt64) throws(PageSourceError) -> any PageSource
  ) throws(TraceError) -> Session {
    guard try lines.next() else { throw malformed("is empty; write the session again") }
    if let sentence = FormatSniffer.standIn(for: start(of: lines.bytes)) { throw malformed(sentence) }
    let header = try parse { (cursor) throws(JSONFault) in try SessionHeader(&cursor) }
    var order = try ordered { () throws(SessionFault) in
      try SessionOrder(document: header.document, assets: header.assets)
    }
    let elements = try elements(of: header)
    let source = try source(of: header, elements, resolvingBase: resolvingBase)
    var session = Session(
      name: header.name, origin: header.origin, times: header.times, seed: header.seed, policy: header.policy,
      base: Base(
        document: header.document, assets: header.assets, origin: header.base, source: source),
      shapes: header.shapes, droppedEventCount: header.droppedEventCount)
    try readLines(of: header, elements, in: &order, into: &session)
    guard let expected = header.digest else { return session }
    let digest = session.fileDigest()
    guard digest == expected else {
      throw malformed(
        "the content has digest \(digest) where the header says '\(expected)':"
          + " the file was changed or damaged; write it again")
    }
    return session
  }

  /// How the strokes of the file are read.
  private mutating func elements(of header: SessionHeader) throws(TraceError) -> ElementReading {
    guard header.shapes == .dropped else { return ElementReading(drawing: nil) }
    pointCountMax = TraceLimits.drawnPointCountMax
    guard let drawing else {
      throw malformed("its strokes have no shapes, and nothing here draws them")
    }
    return ElementReading(drawing: ExtentReading(draw: drawing(header.seed), seed: header.seed))
  }

  private func start(of line: RawSpan) -> [UInt8] {
    (0..<min(line.byteCount, TraceStart.byteCount)).map {
      unsafe line.unsafeLoad(fromByteOffset: $0, as: UInt8.self)
    }
  }

  private mutating func source(
    of header: SessionHeader, _ elements: ElementReading,
    resolvingBase: (_ workloadJSON: String, _ seed: UInt64) throws(PageSourceError) -> any PageSource
  ) throws(TraceError) -> any PageSource {
    guard case .workload(let json) = header.base else { return try inlinePages(of: header, elements) }
    do throws(PageSourceError) {
      return try resolvingBase(json, header.seed)
    } catch {
      throw TraceError(.malformed, file: path, line: 1, "the base can't be made from its workload: \(error)")
    }
  }

  private mutating func inlinePages(
    of header: SessionHeader, _ elements: ElementReading
  ) throws(TraceError) -> InlinePages {
    var pages: [Page] = []
    for (index, info) in header.document.pages.enumerated() {
      guard try lines.next() else {
        throw malformed(
          "the file ends after \(index) of \(header.document.pages.count) pages: it is incomplete;"
            + " write or copy it again")
      }
      let page = try parse { (cursor) throws(JSONFault) in
        try elements.page(&cursor, expecting: info.id)
      }
      pointCount += page.arena.points.count
      strokeCount += page.elements.count
      try checkSize()
      pages.append(page)
    }
    return InlinePages(pages)
  }

  private mutating func readLines(
    of header: SessionHeader, _ elements: ElementReading, in order: inout SessionOrder,
    into session: inout Session
  ) throws(TraceError) {
    while try lines.next() {
      let isFull =
        session.events.count == header.eventCount && session.recordedSaves.count == header.saveCount
      guard !isFull else { throw surplus("\(header.eventCount) events") }
      let line = try parse { (cursor) throws(JSONFault) in
        try EventReading.line(&cursor, in: header.version, elements, into: &session.arena)
      }
      switch line {
      case .event(let event): try take(event, of: header, in: &order, into: &session)
      case .save(let save): try take(save, of: header, into: &session)
      }
      try checkSize()
    }
    try checkCount(session.events.count, of: header.eventCount, "events")
    try checkCount(session.recordedSaves.count, of: header.saveCount, "saves")
    try ordered { () throws(SessionFault) in try order.finish() }
  }

  private mutating func take(
    _ event: Event, of header: SessionHeader, in order: inout SessionOrder, into session: inout Session
  ) throws(TraceError) {
    guard session.events.count < header.eventCount else { throw surplus("\(header.eventCount) events") }
    try ordered { () throws(SessionFault) in
      try order.accept(event)
      guard event.startMilliseconds >= session.recordedSaves.last?.startMilliseconds ?? 0 else {
        throw SessionFault(event: nil, reason: "it begins before the save above it")
      }
    }
    if case .edit(_, let edit, _) = event.action { strokeCount += edit.strokeCount }
    session.events.append(event)
  }

  private func take(
    _ save: RecordedSave, of header: SessionHeader, into session: inout Session
  ) throws(TraceError) {
    guard session.recordedSaves.count < header.saveCount else { throw surplus("\(header.saveCount) saves") }
    let above = [session.recordedSaves.last?.startMilliseconds, session.events.last?.startMilliseconds]
    guard above.allSatisfy({ save.startMilliseconds >= $0 ?? 0 }) else {
      throw TraceError(
        .malformed, file: path, line: lines.number, "the save begins before the line above it" + Self.hint)
    }
    session.recordedSaves.append(save)
  }

  private func surplus(_ all: String) -> TraceError {
    TraceError(
      .malformed, file: path, line: lines.number,
      "the line follows the last of \(all); remove it or write the session again")
  }

  private func checkCount(_ found: Int, of expected: Int, _ what: String) throws(TraceError) {
    guard found == expected else {
      throw malformed(
        "the file ends after \(found) of \(expected) \(what): it is incomplete; write or copy it again")
    }
  }

  /// Lays a broken rule of sessions at the door of the current line.
  private func ordered<Value>(_ body: () throws(SessionFault) -> Value) throws(TraceError) -> Value {
    do throws(SessionFault) {
      return try body()
    } catch {
      throw TraceError(.malformed, file: path, line: lines.number, error.reason + Self.hint)
    }
  }

  /// What to do about a line that is wrong.
  private static let hint = "; correct the line or write the session again"

  private func checkSize() throws(TraceError) {
    guard strokeCount <= TraceLimits.strokeCountMax else {
      throw malformed("the session has more than \(TraceLimits.strokeCountMax) strokes; divide it")
    }
    guard pointCount <= pointCountMax else {
      throw malformed("the base has more than \(pointCountMax) samples; divide it")
    }
  }

  /// Reads the current line, to its end.
  private func parse<Value>(
    _ body: (inout JSONCursor) throws(JSONFault) -> Value
  ) throws(TraceError) -> Value {
    do throws(JSONFault) {
      var cursor = JSONCursor(lines.bytes)
      let value = try body(&cursor)
      guard cursor.isAtEnd() else { throw cursor.fault("something follows the end of the value") }
      return value
    } catch {
      throw TraceError(
        .malformed, file: path, line: lines.number, column: error.column,
        lines.isComplete
          ? error.message + Self.hint
          : "the last line is cut short (\(error.message)): the file is incomplete; write or copy it again")
    }
  }

  private func malformed(_ message: String) -> TraceError { TraceError(.malformed, file: path, message) }
}

extension Edit {
  /// Strokes that the edit brings.
  fileprivate var strokeCount: Int {
    switch self {
    case .put(.stroke, _): 1
    case .replace(_, let pieces): pieces.count
    case .put, .remove, .move: 0
    }
  }
}
