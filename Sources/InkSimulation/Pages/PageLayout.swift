internal import InkModel

/// The grid that a page is written on, in tenths of a point.
struct PageLayout: Sendable {
  let canvas: Canvas
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  /// Height of a small letter on this page.
  let xHeight: Double
  let linePitch: Double
  /// Strokes after which the page is full.
  let capacity: Int
  /// Where the image lies that a page of the base shows.
  let image: Area?

  /// Fits the hand to the page: a page that has to hold many strokes is written smaller.
  init(_ workload: Workload, hand: Hand, capacity: Int, hasImage: Bool) {
    canvas = workload.canvas
    self.capacity = capacity
    let margin = workload.page.marginMillimetres * Units.perMillimetre
    left = margin
    right = Double(canvas.width) - margin
    bottom = Double(canvas.height) - margin
    let isApart = workload.document.baseImages == .apart
    image = hasImage ? Self.imageArea(left: left, right: right, top: margin, isApart: isApart) : nil
    top = if isApart, let image { image.bottom } else { margin }
    let pitch = workload.page.linePitchXHeights
    let area = (right - left) * (bottom - top)
    // Text takes area with the square of its height; a diagram takes lines of the whole width.
    let drawn = workload.page.diagramShare
    let text = Double(capacity) * max(0.01, 1 - drawn) * pitch * Self.advance(of: hand)
    let diagramCount = Double(capacity) * drawn / Figure.meanDiagramStrokes
    let diagrams = diagramCount * Self.linesPerDiagram * pitch * (right - left)
    let fitting = (diagrams * diagrams + 4 * text * area).squareRoot() - diagrams
    xHeight = min(hand.xHeight, fitting / (2 * text))
    linePitch = pitch * xHeight
  }

  /// A photo of three to four, as wide as the text if it is written on and smaller if it stands apart.
  private static func imageArea(left: Double, right: Double, top: Double, isApart: Bool) -> Area {
    let width = (right - left) * (isApart ? 0.6 : 1)
    return Area(left: left, right: left + width, top: top, bottom: top + width * 0.75)
  }

  /// Mean length of line that one stroke takes, spaces included, in x-heights.
  private static func advance(of hand: Hand) -> Double {
    // The stroke's own width comes second; spaces stay when letters grow wider.
    switch hand.style {
    case .print: 2.4 + 1.6 * (hand.letterAspect - 1)
    case .cursive: 5.4 + 4.4 * (hand.letterAspect - 1)
    case .sketch: 0.1
    }
  }

  /// Lines that a diagram takes in the mean, with the one that it cuts short.
  private static let linesPerDiagram = 6.0
}
