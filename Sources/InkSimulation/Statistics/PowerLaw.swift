/// The relation of speed and curvature, speed = K · curvature^−β, fitted to one path.
///
/// Method. A straight line through the logarithms by least squares, over the samples that move at a tenth of
/// the highest speed or more and bend measurably.
enum PowerLaw {
  /// The β of a path; nil if too few samples bend.
  static func beta(_ path: ResampledPath, highest: Double) -> Double? {
    let places = path.places
    guard places.count >= 2 * sampleCountMin else { return nil }
    var (count, sumX, sumY, sumXX, sumXY) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in 1..<(places.count - 1) where path.speeds[index] > highest * slowShare {
      let velocity = (places[index + 1] - places[index - 1]) * (0.5 / ResampledPath.stepSeconds)
      let acceleration =
        (places[index + 1] - 2 * places[index] + places[index - 1])
        * (1 / (ResampledPath.stepSeconds * ResampledPath.stepSeconds))
      let speed = (velocity * velocity).sum().squareRoot()
      let cross = abs(velocity.x * acceleration.y - velocity.y * acceleration.x)
      let curvature = cross / (speed * speed * speed)
      guard curvature > straightPerMillimetre else { continue }
      let (x, y) = (Elementary.log(curvature), Elementary.log(speed))
      (count, sumX, sumY) = (count + 1, sumX + x, sumY + y)
      (sumXX, sumXY) = (sumXX + x * x, sumXY + x * y)
    }
    let spread = count * sumXX - sumX * sumX
    guard count >= Double(sampleCountMin), spread > 1e-9 else { return nil }
    return -(count * sumXY - sumX * sumY) / spread
  }

  private static let sampleCountMin = 15
  private static let slowShare = 0.1
  /// A radius of 10 m: nothing but rounding.
  private static let straightPerMillimetre = 1e-4
}
