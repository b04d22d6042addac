internal import InkModel

/// Where a written chain is and how it turns.
struct Writing {
  /// Above the base line, in x-heights.
  var height = 0.0
  /// In degrees, anticlockwise from the line.
  var heading = 0.0
  /// Most arcs of a stroke turn the same way.
  var turningSign = 1.0
}

/// Letters and parts of letters.
///
/// An arc's duration is lognormal; its length grows with its duration, and the arcs of ascenders and
/// descenders take longer, but less than in proportion (isochrony). Each direction follows from the last by
/// one of three laws: a reversal, a right angle or little change, mostly turning one way through the stroke,
/// and is drawn towards the two main directions of slanted writing, up and down. The further the pen is off
/// its line, the stronger it is drawn back. The constants are fitted to `RealInk`.
extension StrokePlan {
  /// Plans a stroke of text.
  mutating func write(_ kind: StrokeKind, hand: Hand, xHeight: Double, _ random: inout SplitMix64) {
    begin(hand: hand, widening: hand.letterAspect, &random)
    writing = kind.beginning(&random)
    startHeight = writing.height * xHeight
    let arcCount = kind.arcCount(style: hand.style, &random)
    while goesOn(to: arcCount) {
      if !arcs.isEmpty { turn(&random) }
      let tempo = random.normal()
      let (reach, pace) = kind.reach(writing, tempo: tempo, &random)
      let (sine, cosine) = Elementary.sineAndCosine(degrees: writing.heading)
      let chord = SIMD2(reach * cosine + kind.drift, -reach * sine) * xHeight
      let bend = random.gamma(shape: 1.6, scale: Self.bendDegrees) * (Double.pi / 180) * kind.curvature
      append(
        chord, turn: min(bend, 2.5) * writing.turningSign,
        duration: Elementary.exp(hand.logSubStrokeSamples + Self.tempoSpread * tempo) * pace,
        overlap: max(0.05, min(0.65, random.normal(mean: 0.45, deviation: 0.12))), &random)
      writing.height += reach * sine
    }
    finish(hand: hand, &random)
  }

  /// Scale of the gamma law of how much an arc bends.
  private static let bendDegrees = 22.0
  /// Spread of the logarithm of an arc's duration within a stroke.
  private static let tempoSpread = 0.34

  /// Turns to the direction of the next arc.
  private mutating func turn(_ random: inout SplitMix64) {
    let draw = random.unit()
    let change =
      if draw < 0.2 {
        random.normal(mean: 152, deviation: 16)
      } else if draw < 0.6 {
        random.normal(mean: 90, deviation: 28)
      } else {
        abs(random.normal(mean: 0, deviation: 28))
      }
    writing.heading += writing.turningSign * change
    let target: Double
    if writing.isOffLine {
      target = writing.height > 0.5 ? Writing.down : Writing.up
    } else {
      target = writing.nearerMainDirection
    }
    writing.heading +=
      Writing.difference(from: writing.heading, to: target) * (writing.isOffLine ? 0.6 : 0.25)
  }
}

extension Writing {
  /// How far from the middle of a small letter the pen may be before it is drawn back, in x-heights.
  private static let comfort = 0.6
  /// The main directions of slanted writing.
  fileprivate static let up = 65.0
  fileprivate static let down = 258.0

  /// Whether the pen is above or below where small letters are.
  var isOffLine: Bool { abs(height - 0.5) > Self.comfort }

  fileprivate var nearerMainDirection: Double {
    let toUp = abs(Self.difference(from: heading, to: Self.up))
    let toDown = abs(Self.difference(from: heading, to: Self.down))
    return toUp < toDown ? Self.up : Self.down
  }

  /// The shorter way from one direction to another, in −180…180 degrees.
  fileprivate static func difference(from: Double, to: Double) -> Double {
    let turns = (to - from) * (1.0 / 360)
    return (turns - Double(Elementary.nearestInteger(turns))) * 360
  }
}
