internal import InkModel

/// A drawing as a list of strokes, in the order in which they are drawn.
struct Figure: Sendable {
  enum Stroke: Sendable {
    case trace(Trace)
    /// A letter of a label: its left end on the base line, and the room it has.
    case letter(SIMD2<Double>, width: Double)
  }

  private(set) var strokes: [Stroke] = []

  mutating func draw(_ corners: [SIMD2<Double>], bend: Double = 0, blending: Double = 0.12) {
    strokes.append(.trace(Trace(corners: corners, bend: bend, blending: blending)))
  }

  /// A box with a stroke all around.
  mutating func box(_ area: Area) {
    let corners = [area.point(0, 0), area.point(0, 1), area.point(1, 1), area.point(1, 0), area.point(0, 0)]
    draw(corners)
  }

  /// An oval that fills an area; more corners than these would not be seen.
  mutating func oval(_ area: Area, startDegrees: Double = 90) {
    let cornerCount = 8
    let corners = (0...cornerCount).map { index in
      let angle = startDegrees + 360 * Double(index % cornerCount) / Double(cornerCount)
      let (sine, cosine) = Elementary.sineAndCosine(degrees: angle)
      return area.point(0.5 + 0.5 * cosine, 0.5 - 0.5 * sine)
    }
    draw(corners, bend: 2 * Double.pi / Double(cornerCount), blending: 0.45)
  }

  /// A line with an arrow's head, in two strokes.
  mutating func arrow(from start: SIMD2<Double>, to end: SIMD2<Double>, bend: Double) {
    draw([start, end], bend: bend)
    head(from: start, to: end)
  }

  private mutating func head(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    let way = end - start
    let length = (way * way).sum().squareRoot()
    let along = way * (min(0.3 * length, Self.headMillimetres * Units.perMillimetre) / max(1, length))
    let across = SIMD2(-along.y, along.x) * 0.6
    draw([end - along + across, end, end - along - across])
  }

  private static let headMillimetres = 2.5

  /// A word beside or in the figure.
  mutating func label(_ letterCount: Int, centre: SIMD2<Double>, letterWidth: Double) {
    let start = centre - SIMD2(letterWidth * Double(letterCount) * 0.5, -0.4 * letterWidth)
    for index in 0..<letterCount {
      strokes.append(
        .letter(start + SIMD2(letterWidth * Double(index), 0), width: 0.8 * letterWidth))
    }
  }
}
