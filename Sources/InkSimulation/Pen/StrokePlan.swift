internal import InkModel

/// The arcs of one stroke, before it has a place on the page.
///
/// Method. A stroke is a chain of K arcs that overlap in time, the next beginning while its predecessor slows
/// down. An arc's duration is lognormal; its length grows with its duration, but less than in proportion
/// (isochrony). Each direction follows from the last by one of three laws: a reversal, a right angle or
/// little change, mostly turning one way through the stroke, and is drawn towards the two main directions of
/// slanted writing, up and down. The further the pen is off its line, the stronger it is drawn back. Before
/// and after the arcs the pen dwells, which gives the samples that don't move.
struct StrokePlan {
  private(set) var arcs: [Arc] = []
  /// From pen-down to pen-up, in samples.
  private(set) var sampleCount = 0
  /// The extent around pen-down, in tenths of a point; the ends of arcs count, their bows don't.
  private(set) var left = 0.0
  private(set) var right = 0.0
  private(set) var top = 0.0
  private(set) var bottom = 0.0
  /// Height of pen-down above the base line, in tenths of a point.
  private(set) var startHeight = 0.0

  /// Where the chain is: above the base line in x-heights, to the right of pen-down, heading in degrees.
  private var height = 0.0
  private var along = 0.0
  private var below = 0.0
  private var heading = 0.0
  private var turningSign = 1.0

  var width: Double { right - left }

  /// Plans a stroke; arrays are kept from the stroke before.
  mutating func make(
    _ kind: StrokeKind, hand: Hand, xHeight: Double, _ random: inout SplitMix64
  ) {
    arcs.removeAll(keepingCapacity: true)
    (left, right, top, bottom) = (0, 0, 0, 0)
    (along, below) = (0, 0)
    begin(kind, &random)
    startHeight = height * xHeight
    var clock = (0.012 + random.exponential(mean: 0.018)) * hand.samplesPerSecond
    var previousEnd = 0.0
    for index in 0..<kind.arcCount(style: hand.style, &random) {
      if index > 0 { turn(kind, &random) }
      let tempo = random.normal()
      let slowness = kind.isDrawing ? 0.7 : 0.0
      let duration = Elementary.exp(hand.logSubStrokeSamples + 0.42 * tempo + slowness)
      let reach = length(kind, tempo: tempo, xHeight: xHeight, &random)
      // An arc never ends before its predecessor, so that finished arcs can be summed in their order.
      let start = max(clock, previousEnd - duration)
      append(kind, reach: reach, start: start, duration: duration, xHeight: xHeight, &random)
      previousEnd = start + duration
      let overlap = max(0.05, min(0.65, random.normal(mean: 0.42, deviation: 0.12)))
      clock = start + duration * (1 - overlap)
    }
    let dwell = (0.006 + random.exponential(mean: 0.010)) * hand.samplesPerSecond
    sampleCount = min(Self.sampleCountMax, Int(previousEnd + dwell) + 1)
  }

  /// Shrinks the stroke until it fits a space; its times stay.
  mutating func fit(width roomAcross: Double, height roomDown: Double) {
    let scale = min(1, roomAcross / max(width, 1), roomDown / max(bottom - top, 1))
    guard scale < 1 else { return }
    for index in arcs.indices {
      arcs[index].chord *= scale
      arcs[index].bulge *= scale
    }
    (left, right, top, bottom) = (left * scale, right * scale, top * scale, bottom * scale)
    startHeight *= scale
  }

  /// Longer strokes are cut: about 70 seconds at 240 Hz.
  private static let sampleCountMax = 16_384

  /// Sets where and in which direction the pen starts.
  private mutating func begin(_ kind: StrokeKind, _ random: inout SplitMix64) {
    turningSign = random.chance(0.72) ? 1 : -1
    switch kind {
    case .dot: (height, heading) = (1.35 + 0.3 * random.unit(), 360 * random.unit())
    case .line where random.chance(0.65):
      (height, heading) = (1 + 0.8 * random.unit(), random.normal(mean: 262, deviation: 7))
    case .line: (height, heading) = (0.55 + 0.5 * random.unit(), random.normal(mean: 2, deviation: 8))
    case .letter where random.chance(0.65):
      (height, heading) = (0.7 + 0.4 * random.unit(), random.normal(mean: 240, deviation: 35))
    case .letter, .joined: (height, heading) = (0.25 * random.unit(), random.normal(mean: 55, deviation: 20))
    case .drawing:
      (height, heading) = (0, Double(random.below(4)) * 90 + random.normal(mean: 0, deviation: 9))
    case .marker: (height, heading) = (0.45, random.normal(mean: 0, deviation: 1))
    }
  }

  /// Turns to the direction of the next arc.
  private mutating func turn(_ kind: StrokeKind, _ random: inout SplitMix64) {
    let draw = random.unit()
    if kind.isDrawing {
      heading += turningSign * (draw < 0.6 ? random.normal(mean: 90, deviation: 8) : 30 * random.normal())
      return
    }
    let change =
      if draw < 0.33 {
        random.normal(mean: 152, deviation: 16)
      } else if draw < 0.67 {
        random.normal(mean: 90, deviation: 28)
      } else {
        abs(random.normal(mean: 0, deviation: 28))
      }
    heading += turningSign * change
    let offset = height - 0.5
    let isOff = abs(offset) > Self.comfort
    let target = isOff ? (offset > 0 ? Self.down : Self.up) : nearerMainDirection
    heading += Self.difference(from: heading, to: target) * (isOff ? 0.6 : 0.25)
  }

  /// How far from the middle of a small letter the pen may be before it is drawn back, in x-heights.
  private static let comfort = 0.6
  /// The main directions of slanted writing, in degrees from the line, anticlockwise.
  private static let up = 65.0
  private static let down = 258.0

  private var nearerMainDirection: Double {
    let toUp = abs(Self.difference(from: heading, to: Self.up))
    let toDown = abs(Self.difference(from: heading, to: Self.down))
    return toUp < toDown ? Self.up : Self.down
  }

  /// The shorter way from one direction to another, in −180…180 degrees.
  private static func difference(from: Double, to: Double) -> Double {
    let turns = (to - from) * (1.0 / 360)
    return (turns - Double(Elementary.nearestInteger(turns))) * 360
  }

  /// Draws the length of an arc, in x-heights.
  private func length(
    _ kind: StrokeKind, tempo: Double, xHeight: Double, _ random: inout SplitMix64
  ) -> Double {
    let spread = Elementary.exp(0.55 * tempo + 0.45 * random.normal())
    switch kind {
    case .dot: return min(0.3, 0.08 * spread)
    case .line: return min(2, 0.9 * spread)
    case .drawing: return min(25, 5 * spread)
    case .marker(let length): return length / xHeight
    case .letter, .joined:
      let isTall = random.chance(0.13)
      return min(2.5, 0.75 * spread * (isTall ? 2 : 1))
    }
  }

  private mutating func append(
    _ kind: StrokeKind, reach: Double, start: Double, duration: Double, xHeight: Double,
    _ random: inout SplitMix64
  ) {
    let (sine, cosine) = Elementary.sineAndCosine(degrees: heading)
    var reach = reach
    let offset = height - 0.5
    if !kind.isDrawing, abs(offset) > Self.comfort, offset * sine > 0 { reach *= 0.35 }
    let drift = if case .joined = kind { Self.joinedDrift } else { 0.0 }
    let chord = SIMD2(reach * cosine + drift, -reach * sine) * xHeight
    let turn = random.gamma(shape: 1.6, scale: 22) * (Double.pi / 180) * kind.curvature
    let normal = SIMD2(-chord.y, chord.x)
    // Turning anticlockwise bows the path to the right of its chord, which is downwards-positive here.
    arcs.append(
      Arc(
        start: start, duration: duration, chord: chord,
        bulge: normal * (min(turn, 2.5) * 0.5 * turningSign)))
    height += reach * sine
    along += chord.x
    below += chord.y
    (left, right) = (min(left, along), max(right, along))
    (top, bottom) = (min(top, below), max(bottom, below))
  }

  /// How far a joined hand moves on with each arc, in x-heights: about a letter in three arcs.
  private static let joinedDrift = 0.27
}

extension StrokeKind {
  fileprivate var isDrawing: Bool {
    switch self {
    case .drawing, .marker: true
    default: false
    }
  }

  /// How much of the usual bend an arc of this kind has.
  fileprivate var curvature: Double {
    switch self {
    case .dot, .letter, .joined: 1
    case .line, .drawing: 0.25
    case .marker: 0.05
    }
  }
}
