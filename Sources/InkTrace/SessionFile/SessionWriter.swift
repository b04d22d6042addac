internal import InkModel

/// Writes a session's lines.
enum SessionWriter {
  /// Checks that a reader would take the session, and makes an inline base's pages available to the digest.
  static func prepare(_ session: inout Session, path: String) throws(TraceError) {
    if let fault = SessionBounds.fault(of: session) {
      throw TraceError(.malformed, file: path, "can't be written: \(fault)")
    }
    do throws(SessionFault) {
      var order = try SessionOrder(document: session.base.document, assets: session.base.assets)
      for event in session.events {
        try order.accept(event)
        guard let reason = SessionBounds.fault(of: event) else { continue }
        throw SessionFault(event: order.eventCount, reason: reason)
      }
      try order.finish()
    } catch {
      let what = error.event.map { "event \($0) can't be written" } ?? "can't be written"
      throw TraceError(.malformed, file: path, "\(what): \(error.reason)")
    }
    if session.base.origin == .inline {
      let pages = try inlinePages(of: session.base, path: path)
      session.base.source = InlinePages(pages)
      try checkSize(of: session, pages, path: path)
    }
  }

  /// Holds a session without shapes to the bounds that its reader has.
  private static func checkSize(
    of session: borrowing Session, _ pages: [Page], path: String
  ) throws(TraceError) {
    guard session.shapes == .dropped else { return }
    let points = pages.reduce(session.arena.points.count) { $0 + $1.arena.points.count }
    let opaque = pages.reduce(session.arena.opaque.count) { $0 + $1.arena.opaque.count }
    guard points > TraceLimits.drawnPointCountMax || opaque > TraceLimits.drawnOpaqueByteCountMax else {
      return
    }
    throw TraceError(
      .malformed, file: path,
      "can't be written: without shapes a session has at most \(TraceLimits.drawnPointCountMax) samples and "
        + "\(TraceLimits.drawnOpaqueByteCountMax) opaque bytes; divide the session")
  }

  /// Writes the header, the pages of an inline base, and the events.
  static func write(
    _ session: borrowing Session, to output: inout TraceOutput, path: String
  ) throws(TraceError) {
    var lines = Lines(path: path)
    lines.text.append(headerOf: session)
    try lines.finishLine(to: &output)
    if session.base.origin == .inline, let inline = session.base.source as? InlinePages {
      for page in inline.pages {
        lines.text.append(page: page, shapes: session.shapes)
        try lines.finishLine(to: &output)
      }
    }
    var nextSave = 0
    for index in session.events.indices {
      let start = session.events[index].startMilliseconds
      try writeSaves(of: session, from: &nextSave, before: start, &lines, to: &output)
      lines.text.append(event: session.events[index], arena: session.arena, shapes: session.shapes)
      try lines.finishLine(to: &output)
    }
    try writeSaves(of: session, from: &nextSave, before: .max, &lines, to: &output)
    try lines.flush(to: &output)
  }

  /// Writes the saves that begin before a time; what begins at the same time as an event follows it.
  private static func writeSaves(
    of session: borrowing Session, from next: inout Int, before start: UInt64, _ lines: inout Lines,
    to output: inout TraceOutput
  ) throws(TraceError) {
    while next < session.recordedSaves.count, session.recordedSaves[next].startMilliseconds < start {
      lines.text.append(save: session.recordedSaves[next])
      try lines.finishLine(to: &output)
      next += 1
    }
  }

  private static func inlinePages(of base: borrowing Base, path: String) throws(TraceError) -> [Page] {
    var pages: [Page] = []
    for (index, info) in base.document.pages.enumerated() {
      var page = Page(id: info.id)
      do throws(PageSourceError) {
        try base.source.fill(&page, index: index)
      } catch {
        throw TraceError(.malformed, file: path, "can't be written: \(error)")
      }
      guard page.id == info.id else {
        throw TraceError(
          .malformed, file: path,
          "can't be written: the base gives page \(page.id.name) where \(info.id.name) was expected")
      }
      pages.append(page)
    }
    return pages
  }
}

/// Lines gathered into pieces that are worth a call, each line held to the length that readers take.
private struct Lines: ~Copyable {
  let path: String
  var text = ByteBuffer(capacity: 2 * Lines.flushByteCount)
  private var lineStart = 0
  private var lineCount = 0

  /// Bytes gathered before they are handed on: 256 KiB.
  private static let flushByteCount = 256 << 10

  init(path: String) { self.path = path }

  mutating func finishLine(to output: inout TraceOutput) throws(TraceError) {
    lineCount += 1
    guard text.count - lineStart <= TraceLimits.lineByteCountMax else {
      throw TraceError(
        .malformed, file: path, line: lineCount,
        "can't be written: the line would be longer than \(TraceLimits.lineByteCountMax >> 20) MiB;"
          + " divide the session")
    }
    lineStart = text.count
    if text.count >= Self.flushByteCount { try flush(to: &output) }
  }

  mutating func flush(to output: inout TraceOutput) throws(TraceError) {
    try output.write(text.bytes)
    text.removeAll()
    lineStart = 0
  }
}
