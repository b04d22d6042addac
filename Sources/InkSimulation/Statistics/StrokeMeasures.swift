package import InkModel

/// What can be measured of one stroke, simulated or real.
///
/// Units are the model's: tenths of a point, milliseconds, thousandths. Each part that a stroke is too short
/// for, or that its source did not record, is nil.
package struct StrokeMeasures: Sendable {
  package private(set) var pointCount: Int
  /// Path length, and the box around the samples, in millimetres.
  package private(set) var lengthMillimetres: Double
  package private(set) var widthMillimetres: Double
  package private(set) var heightMillimetres: Double
  /// From the first to the last sample; nil without times.
  package private(set) var durationMilliseconds: Double?
  /// In millimetres a second; nil without times or duration.
  package private(set) var meanSpeed: Double?
  package private(set) var kinematics: Kinematics?
  package private(set) var pressure: PressureMeasures?

  /// Measures a stroke; nil if it has no samples.
  package init?(_ points: Span<SamplePoint>, hasTimes: Bool, hasPressure: Bool) {
    guard points.count > 0 else { return nil }
    pointCount = points.count
    var (left, right) = (points[0].x, points[0].x)
    var (top, bottom) = (points[0].y, points[0].y)
    var length = 0.0
    for index in 1..<max(1, points.count) {
      let (last, point) = (points[index - 1], points[index])
      let (dx, dy) = (Double(point.x) - Double(last.x), Double(point.y) - Double(last.y))
      length += (dx * dx + dy * dy).squareRoot()
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    lengthMillimetres = length / Units.perMillimetre
    widthMillimetres = (Double(right) - Double(left)) / Units.perMillimetre
    heightMillimetres = (Double(bottom) - Double(top)) / Units.perMillimetre
    if hasTimes {
      let duration = Double(points[points.count - 1].t) - Double(points[0].t)
      durationMilliseconds = max(0, duration)
      if duration > 0 { meanSpeed = lengthMillimetres / duration * 1_000 }
      kinematics = ResampledPath(points).flatMap { Kinematics($0) }
    }
    if hasPressure { pressure = PressureMeasures(points, hasTimes: hasTimes) }
  }
}
