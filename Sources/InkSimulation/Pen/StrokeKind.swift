internal import InkModel

/// What a stroke is, as far as its shape goes.
enum StrokeKind: Sendable {
  /// A dot of an i, a full stop.
  case dot
  /// A stem, a bar or a dash.
  case line
  /// One printed letter or a part of it.
  case letter
  /// Several letters without lifting the pen.
  case joined
  /// A long arc of a drawing.
  case drawing
  /// A straight stroke of a given length over a word.
  case marker(length: Double)

  /// Draws the kind of a stroke that belongs to text.
  static func text(of style: HandStyle, _ random: inout SplitMix64) -> StrokeKind {
    let draw = random.unit()
    let shares = shares(of: style)
    if draw < shares.dot { return .dot }
    if draw < shares.line { return .line }
    return draw < shares.letter ? .letter : .joined
  }

  /// Cumulative shares of dots, lines and letters; the rest is joined, and drawing is laid out apart.
  private static func shares(of style: HandStyle) -> (dot: Double, line: Double, letter: Double) {
    switch style {
    case .print: (0.0625, 0.2708, 0.875)
    case .cursive: (0.0625, 0.1875, 0.5208)
    case .sketch: (0.1, 0.5, 0.9)
    }
  }

  /// Draws how many arcs the stroke has.
  func arcCount(style: HandStyle, _ random: inout SplitMix64) -> Int {
    switch self {
    case .dot, .line: return 1 + random.below(2)
    case .marker: return 1
    case .letter: return 2 + random.poisson(mean: 2.2)
    case .joined:
      let median = style == .cursive ? 8.0 : 4.0
      return min(
        Self.arcCountMax, 5 + Elementary.nearestInteger(random.lognormal(median: median, sigma: 0.6)))
    case .drawing: return 1 + random.poisson(mean: 1.5)
    }
  }

  /// The longest word without a pen lift, about 25 letters.
  private static let arcCountMax = 80
}
