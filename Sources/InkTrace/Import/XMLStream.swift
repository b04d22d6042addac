internal import Foundation
internal import FoundationXML

/// Receives the parts of an XML text in their order.
protocol XMLReceiver: AnyObject {
  /// An element begins; the name has no prefix, the attributes' names do.
  func begin(_ name: String, _ attributes: [String: String]) throws(ImportFault)
  /// Text arrives, in pieces that may end anywhere.
  func text(_ bytes: Span<UInt8>) throws(ImportFault)
  /// An element ends.
  func end(_ name: String) throws(ImportFault)
}

/// Feeds a file through Foundation's XML parser, piece by piece and decompressed on the way.
///
/// `XMLParser(data:)` fails on more than 10 MB of text in one element; fed from a stream it has no such
/// bound.
enum XMLStream {
  /// Parses to the end; the error says which line and column.
  static func parse(_ input: TraceInput, with receiver: any XMLReceiver) throws(TraceError) {
    let stream = TraceInputStream(input)
    let parser = XMLParser(stream: stream)
    let delegate = XMLDelegate(receiver)
    parser.delegate = delegate
    let isWhole = parser.parse()
    if let failure = stream.failure { throw failure }
    if let fault = delegate.fault {
      throw TraceError(
        .malformed, file: input.path, line: delegate.line, column: delegate.column, fault.message)
    }
    guard isWhole, delegate.isAtEnd else {
      guard stream.longestTagByteCount <= attributeByteCountMax else {
        throw TraceError(
          .malformed, file: input.path, line: parser.lineNumber,
          "an attribute has more than \(attributeByteCountMax / 1_000_000) MB, which the XML parser does not "
            + "take; divide the stroke")
      }
      throw TraceError(
        .malformed, file: input.path, line: parser.lineNumber, column: parser.columnNumber,
        "the XML is broken or ends too early; repair it or take another copy of the file")
    }
  }
}

extension XMLStream {
  /// What libxml2 takes of one attribute (`XML_MAX_TEXT_LENGTH`); more would need its option for huge files,
  /// which Foundation does not pass.
  fileprivate static let attributeByteCountMax = 10_000_000
}

/// Foundation's view of our input: bytes are decompressed and guarded when the parser asks for them.
private final class TraceInputStream: InputStream {
  private let input: TraceInput
  private var xmlGuard = XMLGuard()
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)
  private var ready: [UInt8] = []
  private var readyStart = 0
  private(set) var failure: TraceError?
  private var hasUnread = true
  /// Bytes since a tag began that has not ended, at most so far.
  private(set) var longestTagByteCount = 0
  private var openTagByteCount = 0

  init(_ input: TraceInput) {
    self.input = input
    super.init(data: Data())
  }

  override func open() {}
  override func close() {}
  override var hasBytesAvailable: Bool { hasUnread }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    do throws(TraceError) {
      while readyStart == ready.count, hasUnread { try prepare() }
    } catch {
      // To the parser it looks like the end: told of an error, it asks the stream for one of Foundation's
      // own.
      failure = error
      hasUnread = false
      return 0
    }
    let count = min(maxLength, ready.count - readyStart)
    unsafe ready.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: buffer, count: count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[readyStart..<readyStart + count]))
    }
    readyStart += count
    return count
  }

  /// Follows how long a tag has been open, by the last mark of each piece.
  private func noteTag(_ count: Int) {
    let last = chunk[..<count].lastIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
    guard let last else {
      if openTagByteCount > 0 { openTagByteCount += count }
      return longestTagByteCount = max(longestTagByteCount, openTagByteCount)
    }
    longestTagByteCount = max(longestTagByteCount, openTagByteCount + (openTagByteCount > 0 ? last : 0))
    openTagByteCount = chunk[last] == UInt8(ascii: "<") ? count - last : 0
  }

  private func prepare() throws(TraceError) {
    ready.removeAll(keepingCapacity: true)
    readyStart = 0
    let count = try input.read(into: &chunk, from: 0)
    if count == 0 { hasUnread = false }
    noteTag(count)
    do throws(ImportFault) {
      try xmlGuard.pass(chunk, count: count, into: &ready)
    } catch {
      throw TraceError(.malformed, file: input.path, error.message)
    }
  }
}

/// Hands the parser's calls on, until the receiver objects.
private final class XMLDelegate: NSObject, XMLParserDelegate {
  private let receiver: any XMLReceiver
  private(set) var fault: ImportFault?
  private(set) var line = 1
  private(set) var column = 1
  private var depth = 0
  private(set) var isAtEnd = false

  /// Deeper than any ink format nests; a bound on what hostile files make us keep.
  private static let depthMax = 256

  init(_ receiver: any XMLReceiver) { self.receiver = receiver }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    depth += 1
    pass(parser) { receiver throws(ImportFault) in
      guard depth <= Self.depthMax else { throw ImportFault("elements are nested too deeply") }
      try receiver.begin(localName(elementName), attributes)
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
  ) {
    depth -= 1
    pass(parser) { receiver throws(ImportFault) in try receiver.end(localName(elementName)) }
    if depth == 0 { isAtEnd = true }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    pass(parser) { receiver throws(ImportFault) in try receiver.text(string.utf8Span.span) }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    pass(parser) { receiver throws(ImportFault) in try receiver.text(Array(block).span) }
  }

  func parser(_ parser: XMLParser, foundIgnorableWhitespace whitespace: String) {
    pass(parser) { receiver throws(ImportFault) in try receiver.text(whitespace.utf8Span.span) }
  }

  private func pass(_ parser: XMLParser, _ call: (any XMLReceiver) throws(ImportFault) -> Void) {
    guard fault == nil else { return }
    do throws(ImportFault) {
      try call(receiver)
    } catch {
      fault = error
      line = parser.lineNumber
      column = parser.columnNumber
      parser.abortParsing()
    }
  }

  private func localName(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }
}
