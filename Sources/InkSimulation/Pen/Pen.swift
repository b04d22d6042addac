internal import InkModel

/// Draws planned strokes into an arena, sample by sample.
///
/// Method. Each arc adds its movement to the samples during which it lasts; a finished arc counts as a
/// constant from then on. A second pass sums both, adds the tremor of the hand, shapes the pressure (rise,
/// plateau with slow noise, fall), rounds to the stored units and writes the sample. Memory is kept from
/// stroke to stroke; nothing is allocated or divided per sample.
struct Pen {
  /// The stroke that is drawn next.
  var plan = StrokePlan()
  /// Movement of the arcs that have begun and not finished, a sample each.
  private var inFlight: [SIMD2<Double>] = []

  /// Draws the plan with pen-down at a place, and returns the samples' place in the arena.
  mutating func draw(
    hand: Hand, ink: Ink, from origin: SIMD2<Double>, into arena: inout InkArena, _ random: inout SplitMix64
  ) -> ArenaRange {
    let first = arena.points.count
    move()
    var press = Pressure(hand: hand, sampleCount: plan.periodCount, &random)
    guard var clock = plan.clock else { return ArenaRange(start: first, count: 0) }
    // The first arc may have begun in the air; the pen comes down where the stroke is asked to begin.
    var position = origin - (inFlight.first ?? SIMD2())
    var tremor = Tremor(hand.tremor)
    let width = Double(ink.width)
    var finished = 0
    for index in 0..<plan.periodCount {
      while finished < plan.arcs.count, Self.lastSample(of: plan.arcs[finished]) <= index {
        position += plan.arcs[finished].chord
        finished += 1
      }
      let pressure = press.next(&random)
      guard let milliseconds = clock.next() else { continue }
      let place = position + inFlight[index] + tremor.next(&random)
      arena.points.append(
        SamplePoint(
          x: Self.rounded(place.x), y: Self.rounded(place.y), t: milliseconds,
          pressure: UInt16(truncatingIfNeeded: Self.rounded(pressure * 1_000)),
          radius: UInt16(truncatingIfNeeded: Self.rounded(width * (0.6 + 0.8 * pressure)))))
    }
    return ArenaRange(start: first, count: arena.points.count - first)
  }

  /// Where the pen is lifted, relative to pen-down.
  var displacement: SIMD2<Double> { plan.arcs.reduce(into: SIMD2()) { $0 += $1.chord } }

  /// Sums the movement of unfinished arcs.
  private mutating func move() {
    let count = plan.periodCount
    let arcs = plan.arcs
    inFlight.removeAll(keepingCapacity: true)
    inFlight.append(contentsOf: repeatElement(SIMD2(), count: count))
    var samples = inFlight.mutableSpan
    for arc in arcs {
      let rate = 1 / arc.duration
      let begin = max(0, min(count, Int(arc.start) + 1))
      let end = min(count, Pen.lastSample(of: arc))
      guard begin < end else { continue }
      for index in begin..<end {
        let u = (Double(index) - arc.start) * rate
        let s = u * u * u * (10 + u * (6 * u - 15))
        samples[index] += arc.chord * s + arc.bulge * (s * (1 - s))
      }
    }
  }

  /// The first sample at which the arc has finished.
  @inline(__always)
  private static func lastSample(of arc: Arc) -> Int { Int(arc.end) + 1 }

  @inline(__always)
  private static func rounded(_ value: Double) -> Int32 {
    Int32(truncatingIfNeeded: Elementary.nearestInteger(value))
  }
}
