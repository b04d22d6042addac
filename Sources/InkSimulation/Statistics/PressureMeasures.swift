internal import InkModel

/// How hard a stroke presses, and how that changes along it.
package struct PressureMeasures: Sendable {
  /// Median over the middle of the stroke, of full scale.
  package private(set) var plateau: Double
  /// First and last sample over the plateau.
  package private(set) var startToPlateau: Double
  package private(set) var endToPlateau: Double
  /// Time until four fifths of the plateau; nil without times.
  package private(set) var riseSeconds: Double?
  /// Standard deviation over the mean, in the middle of the stroke.
  package private(set) var plateauVariation: Double
  /// Pressure at 0, 10 … 100 % of the samples, over the stroke's mean.
  package private(set) var profile: [Double]

  /// Nil if the stroke has too few samples to have a middle, or presses nowhere.
  init?(_ points: Span<SamplePoint>, hasTimes: Bool) {
    let count = points.count
    guard count >= Self.sampleCountMin else { return nil }
    var sum = 0.0
    for index in points.indices { sum += Double(points[index].pressure) }
    let mean = sum / Double(count)
    let middle = (count * 3 / 10)..<(count * 7 / 10)
    var values = middle.map { Double(points[$0].pressure) }
    values.sort()
    let median = values[values.count / 2]
    guard mean > 0, median > 0 else { return nil }
    plateau = median / 1_000
    startToPlateau = Double(points[0].pressure) / median
    endToPlateau = Double(points[count - 1].pressure) / median
    let middleMean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - middleMean) * ($1 - middleMean) } / Double(values.count)
    plateauVariation = variance.squareRoot() / middleMean
    profile = (0...10).map { Double(points[(count - 1) * $0 / 10].pressure) / mean }
    if hasTimes {
      let risen = points.indices.first { Double(points[$0].pressure) >= 0.8 * median }
      riseSeconds = risen.map { Double(points[$0].t - min(points[0].t, points[$0].t)) / 1_000 }
    }
  }

  /// Each tenth of the profile needs a sample of its own.
  private static let sampleCountMin = 11
}
