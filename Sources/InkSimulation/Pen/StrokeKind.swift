internal import InkModel

/// What a stroke of text is, as far as its shape goes.
enum StrokeKind: Sendable {
  /// A dot of an i, a full stop.
  case dot
  /// A stem, a bar or a dash.
  case line
  /// One printed letter or a part of it.
  case letter
  /// Several letters without lifting the pen.
  case joined

  /// Draws the kind of a stroke.
  static func text(of hand: Hand, _ random: inout SplitMix64) -> StrokeKind {
    // A stroke that has to go on for a given time can only be joined-up writing.
    if hand.pointsPerStroke != nil { return .joined }
    let draw = random.unit()
    let shares = shares(of: hand.style)
    if draw < shares.dot { return .dot }
    if draw < shares.line { return .line }
    return draw < shares.letter ? .letter : .joined
  }

  /// Cumulative shares of dots, lines and letters; the rest is joined.
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
    case .letter: return 2 + random.poisson(mean: 4.7)
    case .joined:
      let median = style == .cursive ? 13.0 : 4.0
      return min(
        Self.arcCountMax, 5 + Elementary.nearestInteger(random.lognormal(median: median, sigma: 0.6)))
    }
  }

  /// The longest word without a pen lift, about 25 letters.
  private static let arcCountMax = 80

  /// Draws where and in which direction the pen starts.
  func beginning(_ random: inout SplitMix64) -> Writing {
    let sign = random.chance(0.72) ? 1.0 : -1.0
    let (height, heading) =
      switch self {
      case .dot: (1.35 + 0.3 * random.unit(), 360 * random.unit())
      case .line where random.chance(0.65):
        (1 + 0.8 * random.unit(), random.normal(mean: 262, deviation: 7))
      case .line: (0.55 + 0.5 * random.unit(), random.normal(mean: 2, deviation: 8))
      case .letter where random.chance(0.65):
        (0.7 + 0.4 * random.unit(), random.normal(mean: 240, deviation: 35))
      case .letter, .joined: (0.25 * random.unit(), random.normal(mean: 55, deviation: 20))
      }
    return Writing(height: height, heading: heading, turningSign: sign)
  }

  /// Draws the length of an arc, in x-heights, and by how much its class of length lengthens its duration.
  func reach(
    _ writing: Writing, tempo: Double, _ random: inout SplitMix64
  ) -> (length: Double, pace: Double) {
    let spread = Elementary.exp(0.72 * tempo + 0.25 * random.normal())
    switch self {
    case .dot: return (min(0.3, 0.08 * spread), 1)
    case .line: return (min(2, 0.9 * spread), 1)
    case .letter, .joined:
      let isTall = random.chance(0.13)
      let (base, tallFactor) = if case .joined = self { (0.53, 1.5) } else { (0.69, 2.0) }
      let (sine, _) = Elementary.sineAndCosine(degrees: writing.heading)
      // An arc that would lead still further off the line is cut short.
      let isCutShort = writing.isOffLine && (writing.height - 0.5) * sine > 0
      let length = min(2.5, base * spread * (isTall ? tallFactor : 1)) * (isCutShort ? 0.35 : 1)
      return (length, (isTall ? 1.26 : 1) * (isCutShort ? 0.7 : 1))
    }
  }

  /// How much of the usual bend an arc of this kind has.
  var curvature: Double { if case .line = self { 0.25 } else { 1 } }

  /// How far the hand moves on with each arc, in x-heights: joined up, about a letter in three arcs.
  var drift: Double { if case .joined = self { 0.27 } else { 0 } }
}
