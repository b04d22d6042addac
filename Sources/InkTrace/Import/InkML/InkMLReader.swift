internal import InkModel

/// Reads InkML, the W3C's format for ink (2011), as one page.
///
/// Element names are matched without their prefix. Traces lie flat or in groups; views of traces add nothing
/// and are passed over, and so are traces of a pen in the air. A trace of a single point is a dot and is
/// kept. The points wait in the units of the file until its end, since a page of unknown scale is fitted as a
/// whole.
final class InkMLReader {
  private(set) var ink: RecordedInk
  private var page = InkMLPage()
  private var definitions = InkMLDefinitions()
  private var path: [String] = ["ink"]
  private var groups: [(context: String?, brush: String?)] = []
  private var trace: OpenTrace?
  private var parts = TextSplitter(at: .comma)
  private var traceByID: [String: Int] = [:]

  /// A trace whose text is being read.
  private struct OpenTrace {
    var id: String?
    var decoder: InkMLPointDecoder
    var format: InkMLFormat
    var ink: Ink
    /// The trace that this one goes on with.
    var continued: Int?
    var isSkipped = false
    /// Whether a point was lost in a run of differences, so that the rest has no known place.
    var isLost = false
    /// Where the points of the current portion begin.
    var start: Int
    var portionCount = 0
    /// The elements of the path when it began.
    var depth: Int
  }

  /// Starts at the root element.
  init(ink: RecordedInk) throws(ImportFault) { self.ink = ink }

  /// An element begins.
  func begin(_ name: String, _ attributes: [String: String]) throws(ImportFault) {
    path.append(name)
    guard trace == nil else { return }
    switch name {
    case "traceGroup":
      groups.append(
        (attributes["contextRef"] ?? groups.last?.context, attributes["brushRef"] ?? groups.last?.brush))
    case "trace": beginTrace(attributes)
    default: definitions.begin(name, attributes)
    }
  }

  /// Text arrives.
  func text(_ bytes: Span<UInt8>) throws(ImportFault) {
    guard let trace, !trace.isSkipped, path.count == trace.depth else { return }
    try parts.feed(bytes) { part throws(ImportFault) in try take(part) }
  }

  /// An element ends.
  func end(_ name: String) throws(ImportFault) {
    path.removeLast()
    guard trace == nil || name == "trace" && path.count + 1 == trace?.depth else { return }
    switch name {
    case "traceGroup": groups.removeLast()
    case "trace": try endTrace()
    default: definitions.end(name, parent: path.last)
    }
    if path.isEmpty { try page.finish(into: &ink) }
  }

  private func beginTrace(_ attributes: [String: String]) {
    let format = definitions.format(context: attributes["contextRef"] ?? groups.last?.context)
    var open = OpenTrace(
      id: attributes["xml:id"] ?? attributes["id"], decoder: InkMLPointDecoder(format), format: format,
      ink: definitions.ink(brush: attributes["brushRef"] ?? groups.last?.brush), start: page.points.count,
      depth: path.count)
    if attributes["type"] == "penUp" {
      open.isSkipped = true
      ink.report.count(.penUpTrace)
    } else if attributes["continuation"] == "middle" || attributes["continuation"] == "end" {
      open.continued = attributes["priorRef"].flatMap { traceByID[String($0.drop { $0 == "#" })] }
      if open.continued == nil { ink.report.count(.lostContinuation) }
    }
    trace = open
  }

  private func take(_ part: Span<UInt8>) throws(ImportFault) {
    guard trace?.isLost == false, let outcome = trace?.decoder.decode(part) else {
      ink.report.count(.unreadablePoint)
      return
    }
    switch outcome {
    case .blank: break
    case .point(let point, let missing, let surplus):
      guard page.points.count < InkMLPage.pointCountMax else {
        throw ImportFault("has more than \(InkMLPage.pointCountMax) points; divide it")
      }
      guard page.points.count - (trace?.start ?? 0) < TraceLimits.strokePointCountMax else {
        throw ImportFault(InkMLPage.strokeTooLong)
      }
      page.points.append(point)
      if missing { ink.report.count(.missingValue) }
      if surplus { ink.report.count(.surplusValue) }
    case .unreadable:
      ink.report.count(.unreadablePoint)
      try closePortion()
      if trace?.decoder.isRelative == true { trace?.isLost = true }
    }
  }

  private func endTrace() throws(ImportFault) {
    if trace?.isSkipped == false {
      try parts.finish { part throws(ImportFault) in try take(part) }
      try closePortion()
      if let portions = trace?.portionCount {
        if portions == 0 { ink.report.count(.discardedStroke) }
        if portions > 1 { ink.report.count(.splitStroke) }
      }
    }
    trace = nil
  }

  /// Makes a trace of the points since the last one that could not be read.
  private func closePortion() throws(ImportFault) {
    guard var open = trace else { return }
    defer { trace = open }
    guard page.points.count > open.start else { return }
    let range = open.start..<page.points.count
    let index: Int
    if let continued = open.continued {
      index = continued
      try page.extend(continued, with: range)
      open.continued = nil
    } else {
      index = page.addTrace(range, format: open.format, ink: open.ink)
    }
    if let id = open.id { traceByID[id] = index }
    open.start = page.points.count
    open.portionCount += 1
  }
}
