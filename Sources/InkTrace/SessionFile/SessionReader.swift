internal import InkModel

/// Reads a session file line by line.
struct SessionReader: ~Copyable {
  private let path: String
  private var lines: LineReader
  private var strokeCount = 0
  private var pointCount = 0

  /// Opens a file.
  init(path: String) throws(TraceError) {
    self.path = path
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
    let source = try source(of: header, resolvingBase: resolvingBase)
    var session = Session(
      name: header.name, origin: header.origin, times: header.times, seed: header.seed, policy: header.policy,
      base: Base(
        document: header.document, assets: header.assets, origin: header.base, source: source))
    try readEvents(of: header, in: &order, into: &session)
    let digest = session.digest()
    guard digest == header.digest else {
      throw malformed(
        "the content has digest \(digest) where the header says '\(header.digest)':"
          + " the file was changed or damaged; write it again")
    }
    return session
  }

  private func start(of line: RawSpan) -> [UInt8] {
    (0..<min(line.byteCount, TraceStart.byteCount)).map {
      unsafe line.unsafeLoad(fromByteOffset: $0, as: UInt8.self)
    }
  }

  private mutating func source(
    of header: SessionHeader,
    resolvingBase: (_ workloadJSON: String, _ seed: UInt64) throws(PageSourceError) -> any PageSource
  ) throws(TraceError) -> any PageSource {
    guard case .workload(let json) = header.base else { return try inlinePages(of: header) }
    do throws(PageSourceError) {
      return try resolvingBase(json, header.seed)
    } catch {
      throw TraceError(.malformed, file: path, line: 1, "the base can't be made from its workload: \(error)")
    }
  }

  private mutating func inlinePages(of header: SessionHeader) throws(TraceError) -> InlinePages {
    var pages: [Page] = []
    for (index, info) in header.document.pages.enumerated() {
      guard try lines.next() else {
        throw malformed(
          "the file ends after \(index) of \(header.document.pages.count) pages: it is incomplete;"
            + " write or copy it again")
      }
      let page = try parse { (cursor) throws(JSONFault) in
        try ElementReading.page(&cursor, expecting: info.id)
      }
      pointCount += page.arena.points.count
      strokeCount += page.elements.count
      try checkSize()
      pages.append(page)
    }
    return InlinePages(pages)
  }

  private mutating func readEvents(
    of header: SessionHeader, in order: inout SessionOrder, into session: inout Session
  ) throws(TraceError) {
    while try lines.next() {
      guard session.events.count < header.eventCount else {
        throw TraceError(
          .malformed, file: path, line: lines.number,
          "the line follows the last of \(header.eventCount) events; remove it or write the session again")
      }
      let event = try parse { (cursor) throws(JSONFault) in
        try EventReading.event(&cursor, into: &session.arena)
      }
      try ordered { () throws(SessionFault) in try order.accept(event) }
      if case .edit(_, let edit, _) = event.action { strokeCount += edit.strokeCount }
      session.events.append(event)
      try checkSize()
    }
    guard session.events.count == header.eventCount else {
      throw malformed(
        "the file ends after \(session.events.count) of \(header.eventCount) events: it is incomplete;"
          + " write or copy it again")
    }
    try ordered { () throws(SessionFault) in try order.finish() }
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
    guard pointCount <= TraceLimits.pointCountMax else {
      throw malformed("the base has more than \(TraceLimits.pointCountMax) samples; divide it")
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
