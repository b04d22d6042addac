internal import InkModel

/// The arcs of one stroke, before it has a place on the page.
///
/// Method. A stroke is a chain of arcs that overlap in time, the next beginning while its predecessor slows
/// down. What the arcs are depends on what is drawn: see `write` for text and `trace` for figures. The pen
/// comes down while the first arc is already under way and is lifted before the last has quite ended, as real
/// pens do: a chain that began and ended at rest would have too many samples that don't move and too uneven a
/// speed. If the hand asks for a number of samples, the chain goes on until there are so many.
struct StrokePlan {
  private(set) var arcs: [Arc] = []
  /// From pen-down to pen-up, in periods of the clock; a report that is lost gives no sample.
  private(set) var periodCount = 0
  /// Tells when the samples are taken; nil before the first stroke.
  private(set) var clock: SampleClock?
  /// The extent around pen-down, in tenths of a point; the ends of arcs count, their bows don't.
  private(set) var left = 0.0
  private(set) var right = 0.0
  private(set) var top = 0.0
  private(set) var bottom = 0.0
  /// Height of pen-down above the base line, in tenths of a point.
  var startHeight = 0.0
  /// What is written, while it is written.
  var writing = Writing()

  /// Where the chain has come to, from pen-down.
  private(set) var place = SIMD2<Double>()
  /// What movements across and down are multiplied by.
  private var stretch = SIMD2<Double>(1, 1)
  /// When the last arc ends and when the next may begin, in periods.
  private var end = 0.0
  private var next = 0.0
  /// How many periods there must be; nil if that follows from the arcs.
  private var wantedPeriodCount: Int?

  var width: Double { right - left }
  var height: Double { bottom - top }

  /// Forgets the stroke before, whose memory is kept; the next is drawn wider by a factor.
  mutating func begin(hand: Hand, widening: Double = 1, _ random: inout SplitMix64) {
    arcs.removeAll(keepingCapacity: true)
    stretch = SIMD2(widening, 1)
    (left, right, top, bottom) = (0, 0, 0, 0)
    (place, end, next) = (SIMD2(), 0, 0)
    startHeight = 0
    let clock = SampleClock(hand: hand, seed: random.next())
    self.clock = clock
    wantedPeriodCount = hand.pointsPerStroke.map { clock.periods(giving: max(1, $0.count(&random))) }
  }

  /// Whether a chain that would have a number of arcs by itself goes on.
  func goesOn(to arcCount: Int) -> Bool {
    wantedPeriodCount.map { end < Double($0) } ?? (arcs.count < arcCount)
  }

  /// Adds an arc.
  ///
  /// `turn` is how much the path bends on it, in radians, positive to the left; `overlap` is the share of its
  /// duration during which the next arc is already under way.
  mutating func append(
    _ chord: SIMD2<Double>, turn: Double, duration: Double, overlap: Double, _ random: inout SplitMix64
  ) {
    // An arc never ends before its predecessor, so that finished arcs can be summed in their order.
    let start =
      arcs.isEmpty ? -duration * Self.landingShare * random.unit() : max(next, end - duration)
    end = start + duration
    next = start + duration * (1 - overlap)
    // Turning to the left bows the path to the right of its chord, which is downwards-positive here.
    let bulge = SIMD2(-chord.y, chord.x) * (turn * 0.5) * stretch
    let chord = chord * stretch
    arcs.append(Arc(start: start, duration: duration, chord: chord, bulge: bulge))
    place += chord
    (left, right) = (min(left, place.x), max(right, place.x))
    (top, bottom) = (min(top, place.y), max(bottom, place.y))
  }

  /// Sets when the pen is lifted.
  mutating func finish(hand: Hand, _ random: inout SplitMix64) {
    let lastDuration = arcs.last?.duration ?? 0
    let rest =
      random.exponential(mean: Self.restSeconds) * hand.samplesPerSecond
      - lastDuration * Self.landingShare * random.unit()
    periodCount = wantedPeriodCount ?? min(Self.periodCountMax, Int(max(2, end + rest)) + 1)
  }

  /// Shrinks the stroke until it fits a space; its times stay.
  mutating func fit(width roomAcross: Double, height roomDown: Double) {
    let scale = min(1, roomAcross / max(width, 1), roomDown / max(height, 1))
    guard scale < 1 else { return }
    for index in arcs.indices {
      arcs[index].chord *= scale
      arcs[index].bulge *= scale
    }
    (left, right, top, bottom) = (left * scale, right * scale, top * scale, bottom * scale)
    startHeight *= scale
    place *= scale
  }

  /// The most of an arc's duration that passes before the pen comes down, or after it is lifted.
  private static let landingShare = 0.2
  /// How long the pen stays on the glass after it has come to rest, in the mean.
  private static let restSeconds = 0.010
  /// Longer strokes are cut, unless they are asked for: about 70 seconds at 240 Hz.
  private static let periodCountMax = 16_384
}
