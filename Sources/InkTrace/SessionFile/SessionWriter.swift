internal import InkModel

/// Writes a session's lines.
enum SessionWriter {
  /// Makes an inline base's pages available to the digest and checks that a reader would take the session.
  static func prepare(_ session: inout Session, path: String) throws(TraceError) {
    if session.base.origin == .inline {
      session.base.source = InlinePages(try inlinePages(of: session.base, path: path))
    }
    var rules = SessionRules(document: session.base.document, assets: session.base.assets)
    for (index, event) in session.events.enumerated() {
      guard let fault = rules.fault(of: event) else { continue }
      throw TraceError(.malformed, file: path, "event \(index) can't be written: \(fault)")
    }
    if let fault = rules.faultAtEnd { throw TraceError(.malformed, file: path, "can't be written: \(fault)") }
  }

  /// Writes the header, the pages of an inline base, and the events.
  static func write(_ session: borrowing Session, to output: inout TraceOutput) throws(TraceError) {
    var text = ByteBuffer(capacity: 2 * flushByteCount)
    text.append(headerOf: session)
    if session.base.origin == .inline, let inline = session.base.source as? InlinePages {
      for page in inline.pages {
        text.append(page: page)
        try flush(&text, to: &output, from: flushByteCount)
      }
    }
    for index in session.events.indices {
      text.append(event: session.events[index], arena: session.arena)
      try flush(&text, to: &output, from: flushByteCount)
    }
    try flush(&text, to: &output, from: 0)
  }

  /// Bytes gathered before they are handed on: 256 KiB.
  private static let flushByteCount = 256 << 10

  private static func flush(
    _ text: inout ByteBuffer, to output: inout TraceOutput, from threshold: Int
  ) throws(TraceError) {
    guard text.count >= threshold else { return }
    try output.write(text.bytes)
    text.removeAll()
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
