internal import InkModel

/// Diagrams between lines, and pages of drawings.
extension PageScribe {
  /// Leaves the word for a diagram below this line, unless the page ends there.
  mutating func beginDiagram() {
    let height = layout.linePitch * Double(4 + random.below(3))
    let top = baseline + 0.6 * layout.linePitch
    let bottom = min(layout.bottom, top + height)
    guard bottom > top + 2 * layout.linePitch else { return }
    strokesLeftInWord = 0
    let area = Area(left: layout.left, right: layout.right, top: top, bottom: bottom)
    figure = Figure.diagram(in: area, xHeight: 0.8 * layout.xHeight, &random).strokes.reversed()
    baseline = bottom
    beginLine()
    wordStart = x
  }

  /// Begins the next drawing of a page of drawings; they lie in columns, and are drawn over when it is full.
  mutating func beginSketch() {
    let column = figuresDrawn % Self.sketchColumns
    let row = figuresDrawn / Self.sketchColumns % Self.sketchRows
    figuresDrawn += 1
    let page = Area(left: layout.left, right: layout.right, top: layout.top, bottom: layout.bottom)
    let across = (Double(column) + 0.1 * random.unit()) / Double(Self.sketchColumns)
    let down = (Double(row) + 0.1 * random.unit()) / Double(Self.sketchRows)
    let width = (0.75 + 0.15 * random.unit()) / Double(Self.sketchColumns)
    let height = (0.7 + 0.2 * random.unit()) / Double(Self.sketchRows)
    let area = page.part(across: across...(across + width), down: down...(down + height))
    figure = Figure.sketch(in: area, &random).strokes.reversed()
  }

  private static let sketchColumns = 3
  private static let sketchRows = 4

  mutating func continueFigure(with pen: inout Pen, _ stream: inout SplitMix64) -> Draft {
    switch figure.removeLast() {
    case .trace(let trace):
      pen.plan.trace(trace, hand: hand, &stream)
      return Draft(place: trace.corners[0])
    case .letter(let place, let width):
      pen.plan.write(.letter, hand: hand, xHeight: 0.9 * width, &stream)
      pen.plan.fit(width: width, height: 1.8 * width)
      return Draft(place: SIMD2(place.x - pen.plan.left, place.y - pen.plan.startHeight))
    }
  }
}
