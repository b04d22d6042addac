/// How a stroke moves: its ballistic sub-strokes, between minima of speed.
///
/// A minimum counts if speed falls below nine tenths of both neighbouring peaks; smaller dips are noise. The
/// time before and after the movement, in which the pen rests, belongs to no sub-stroke.
package struct Kinematics: Sendable {
  /// Duration of each sub-stroke, in milliseconds.
  package private(set) var subStrokeMilliseconds: [Double] = []
  /// Path length of each sub-stroke, in millimetres.
  package private(set) var subStrokeMillimetres: [Double] = []
  /// Peaks of speed a second, over the whole stroke.
  package private(set) var speedPeaksPerSecond = 0.0
  /// Standard deviation of speed over its mean.
  package private(set) var speedVariation = 0.0
  /// Each minimum between two sub-strokes, over the stroke's highest speed.
  package private(set) var minimumToPeakSpeed: [Double] = []
  /// How much the path turns within each sub-stroke, in degrees; the slow ends of the sub-stroke apart.
  package private(set) var turnDegrees: [Double] = []
  /// Angle between the chords of neighbouring sub-strokes, in degrees.
  package private(set) var directionChangeDegrees: [Double] = []
  /// The β of speed = K · curvature^−β; nil if the path is too short or too straight to tell.
  package private(set) var powerLawBeta: Double?

  init?(_ path: ResampledPath) {
    let speeds = path.speeds
    let highest = speeds.max() ?? 0
    guard highest > Self.stillMillimetresPerSecond else { return nil }
    let borders = Self.borders(speeds, highest: highest)
    let mean = speeds.reduce(0, +) / Double(speeds.count)
    let variance = speeds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(speeds.count)
    speedVariation = variance.squareRoot() / mean
    speedPeaksPerSecond =
      Double(borders.count - 1) / (Double(speeds.count - 1) * ResampledPath.stepSeconds)
    measureSubStrokes(path, borders)
    minimumToPeakSpeed = borders.dropFirst().dropLast().map { speeds[$0] / highest }
    powerLawBeta = PowerLaw.beta(path, highest: highest)
  }

  /// Below this, the pen counts as resting through the whole stroke.
  private static let stillMillimetresPerSecond = 2.0
  /// The part of the highest speed below which the pen rests before and after its movement.
  private static let restingShare = 0.02
  /// A minimum counts below this part of both neighbouring peaks.
  private static let dipShare = 0.9

  /// First and last sample of the movement, and the minima of speed between.
  private static func borders(_ speeds: [Double], highest: Double) -> [Int] {
    let resting = highest * restingShare
    let first = speeds.firstIndex { $0 > resting } ?? 0
    let last = speeds.lastIndex { $0 > resting } ?? speeds.count - 1
    var borders = [first]
    // The lowest speed since the last peak, and the highest since the last minimum.
    var (peak, low, lowIndex) = (speeds[first], Double.infinity, first)
    for index in first...last {
      let speed = speeds[index]
      if speed < low { (low, lowIndex) = (speed, index) }
      if low < dipShare * peak, speed * dipShare > low {
        // Speed has risen again: what lies between is a minimum.
        if lowIndex > borders[borders.count - 1] { borders.append(lowIndex) }
        (peak, low, lowIndex) = (speed, .infinity, index)
      } else if speed > peak {
        (peak, low, lowIndex) = (speed, .infinity, index)
      }
    }
    borders.append(max(last, borders[borders.count - 1] + 1))
    return borders
  }

  private mutating func measureSubStrokes(_ path: ResampledPath, _ borders: [Int]) {
    var chordBefore: SIMD2<Double>?
    for (begin, end) in zip(borders, borders.dropFirst()) {
      let end = min(end, path.places.count - 1)
      guard begin < end else { continue }
      var length = 0.0
      for index in begin..<end {
        let step = path.places[index + 1] - path.places[index]
        length += (step * step).sum().squareRoot()
      }
      subStrokeMilliseconds.append(Double(end - begin) * ResampledPath.stepSeconds * 1_000)
      subStrokeMillimetres.append(length)
      if let turn = Self.turn(path.places, begin, end) { turnDegrees.append(turn) }
      let chord = path.places[end] - path.places[begin]
      if let before = chordBefore { directionChangeDegrees.append(abs(Self.angle(before, chord))) }
      chordBefore = chord
    }
  }

  /// The angle between the first and the last third of a sub-stroke, half as much again for their middles.
  private static func turn(_ places: [SIMD2<Double>], _ begin: Int, _ end: Int) -> Double? {
    let count = end - begin
    guard count >= 6 else { return nil }
    let (early, late) = (begin + count / 6, end - count / 6)
    let third = max(1, (late - early) / 3)
    let change = angle(places[early + third] - places[early], places[late] - places[late - third])
    return abs(change) * 1.5
  }

  /// The signed angle from one direction to another, in degrees.
  static func angle(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Double {
    Elementary.degrees(y: from.x * to.y - from.y * to.x, x: (from * to).sum())
  }
}
