internal import InkModel

/// Reads the XML of Xournal++, Xournal and MrWriter.
///
/// A document has pages (sizes in points), a page has layers, a layer has strokes, images and typed texts. A
/// stroke's text is x y x y …, in points; its `width` is the width of the line, then one width for each
/// segment. The format has no times. Layers are drawn one over the other, so the order of the file is the
/// drawing order.
final class XournalReader {
  private(set) var ink: RecordedInk
  private var content = Content.none
  /// Elements that are open within the one whose text we read; theirs is not ours.
  private var innerDepth = 0
  private var hasPage = false
  private var stroke = XournalStroke()
  private var numbers = TextSplitter(at: .space)
  private var frame: Frame?
  private var base64Count = 0

  private enum Content { case none, stroke, image }

  /// The newest `fileversion` that is known.
  private static let fileVersionMax = 4

  /// Starts at the root element.
  init(ink: RecordedInk, root: [String: String]) throws(ImportFault) {
    self.ink = ink
    guard let text = root["fileversion"], let version = Int(text), version > Self.fileVersionMax else {
      return
    }
    throw ImportFault(
      "is of file version \(version), and versions to \(Self.fileVersionMax) are known;"
        + " save it in an older form")
  }

  /// An element begins.
  func begin(_ name: String, _ attributes: [String: String]) throws(ImportFault) {
    guard content == .none else {
      innerDepth += 1
      return
    }
    switch name {
    case "page":
      try ink.beginPage(canvas(attributes))
      hasPage = true
    case "stroke":
      guard hasPage else { throw ImportFault("a stroke stands outside of all pages; repair the file") }
      content = .stroke
      stroke.begin(attributes, report: &ink.report)
    case "image", "teximage":
      guard hasPage else { throw ImportFault("an image stands outside of all pages; repair the file") }
      content = .image
      frame = Self.frame(attributes)
      base64Count = 0
    case "text": ink.report.count(.skippedText)
    case "background" where attributes["type"] == "pdf" || attributes["type"] == "pixmap":
      ink.report.count(.skippedBackground)
    default: break
    }
  }

  /// Text arrives.
  func text(_ bytes: Span<UInt8>) throws(ImportFault) {
    guard innerDepth == 0 else { return }
    switch content {
    case .none: break
    case .stroke:
      numbers.feed(bytes) { part in stroke.take(DecimalText.value(of: part)) }
      guard stroke.pointCount <= TraceLimits.strokePointCountMax else {
        throw ImportFault("a stroke has more than \(TraceLimits.strokePointCountMax) samples; divide it")
      }
    case .image:
      for index in bytes.indices where Self.isBase64(bytes[index]) { base64Count += 1 }
    }
  }

  /// An element ends.
  func end(_ name: String) throws(ImportFault) {
    guard innerDepth == 0 else {
      innerDepth -= 1
      return
    }
    switch content {
    case .none: break
    case .stroke:
      numbers.finish { part in stroke.take(DecimalText.value(of: part)) }
      try stroke.finish(into: &ink)
    case .image: finishImage()
    }
    content = .none
  }

  private func finishImage() {
    let byteCount = base64Count / 4 * 3 + max(base64Count % 4 - 1, 0)
    guard let frame, byteCount > 0, byteCount <= TraceLimits.assetByteCountMax else {
      ink.report.count(.skippedImage)
      return
    }
    ink.addImage(frame, byteCount: byteCount)
  }

  private func canvas(_ attributes: [String: String]) -> Canvas {
    guard let width = Self.length(attributes["width"]), let height = Self.length(attributes["height"]),
      width > 0, height > 0
    else {
      ink.report.count(.unreadablePageSize)
      return .a4
    }
    return Canvas(width: width, height: height)
  }

  private static func frame(_ attributes: [String: String]) -> Frame? {
    guard let left = length(attributes["left"]), let top = length(attributes["top"]),
      let right = length(attributes["right"]), let bottom = length(attributes["bottom"]), right > left,
      bottom > top
    else { return nil }
    return Frame(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// A length in tenths of a point, from text in points; nil if it is no number or out of range.
  private static func length(_ text: String?) -> Int32? {
    guard let text else { return nil }
    let value = DecimalText.value(of: text.utf8Span.span) * 10
    return abs(value) <= TraceLimits.coordinateMax ? Int32(value.rounded()) : nil
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
