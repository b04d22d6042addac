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

  /// Fits the hand to the page: a page that has to hold many strokes is written smaller.
  init(_ workload: Workload, hand: Hand, capacity: Int) {
    canvas = workload.canvas
    self.capacity = capacity
    let margin = workload.page.marginMillimetres * Units.perMillimetre
    left = margin
    right = Double(canvas.width) - margin
    top = margin
    bottom = Double(canvas.height) - margin
    let pitch = workload.page.linePitchXHeights
    let area = (right - left) * (bottom - top)
    let drawing = workload.page.diagramShare * Self.drawingArea
    let needed = Double(capacity) * (pitch * Self.advance(of: hand.style) + drawing)
    xHeight = min(hand.xHeight, (area / needed).squareRoot())
    linePitch = pitch * xHeight
  }

  /// Mean length of line that one stroke takes, spaces included, in x-heights.
  private static func advance(of style: HandStyle) -> Double {
    switch style {
    case .print: 2.3
    case .cursive: 4.7
    case .sketch: 0
    }
  }

  /// Mean area that one stroke of a diagram takes, in square x-heights.
  private static let drawingArea = 80.0
}
