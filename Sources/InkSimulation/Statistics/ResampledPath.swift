internal import InkModel

/// A stroke's path at 200 samples a second, smoothed, with its speed.
///
/// Method. Samples whose clock stands still or runs back are left out. Positions are interpolated linearly on
/// a grid of 5 ms and smoothed by a bell of 10 ms standard deviation, which removes the steps of tablets that
/// report whole units every 4 to 20 ms and leaves movements of 50 ms and more. Beyond its ends the path is
/// continued by its mirror image through the end point, so that the ends stay where they are. Speed is the
/// central difference.
struct ResampledPath {
  /// Positions in millimetres.
  private(set) var places: [SIMD2<Double>] = []
  /// Speed at each position, in millimetres a second.
  private(set) var speeds: [Double] = []

  static let stepSeconds = 0.005
  /// Shorter strokes have no movement that could be told from noise.
  static let shortestMilliseconds: UInt32 = 40
  /// Longer strokes are cut here: ten minutes.
  private static let sampleCountMax = 120_000
  /// Half of the bell, sampled at the grid; the whole sums to one.
  private static let bell = [0.2042, 0.1802, 0.1238, 0.0663, 0.0276]

  init?(_ points: Span<SamplePoint>) {
    guard points.count > 3 else { return nil }
    let duration = points[points.count - 1].t
    guard duration >= Self.shortestMilliseconds, duration >= points[0].t else { return nil }
    let raw = Self.resampled(points)
    guard raw.count > 2 * Self.bell.count else { return nil }
    places = Self.smoothed(raw)
    speeds = Self.speeds(of: places)
  }

  private static func resampled(_ points: Span<SamplePoint>) -> [SIMD2<Double>] {
    var raw: [SIMD2<Double>] = []
    var (last, lastTime) = (place(of: points[0]), Double(points[0].t))
    let start = lastTime
    raw.append(last)
    for index in 1..<points.count {
      let time = Double(points[index].t)
      guard time > lastTime else { continue }
      let next = place(of: points[index])
      let pace = 1 / (time - lastTime)
      var grid = start + Double(raw.count) * stepSeconds * 1_000
      while grid <= time, raw.count < sampleCountMax {
        raw.append(last + (next - last) * ((grid - lastTime) * pace))
        grid += stepSeconds * 1_000
      }
      (last, lastTime) = (next, time)
    }
    return raw
  }

  private static func place(of point: SamplePoint) -> SIMD2<Double> {
    SIMD2(Double(point.x), Double(point.y)) * (1 / Units.perMillimetre)
  }

  private static func smoothed(_ raw: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let last = raw.count - 1
    func at(_ index: Int) -> SIMD2<Double> {
      if index < 0 { return 2 * raw[0] - raw[-index] }
      return index > last ? 2 * raw[last] - raw[2 * last - index] : raw[index]
    }
    return raw.indices.map { index in
      var sum = raw[index] * bell[0]
      for offset in 1..<bell.count { sum += (at(index - offset) + at(index + offset)) * bell[offset] }
      return sum
    }
  }

  private static func speeds(of places: [SIMD2<Double>]) -> [Double] {
    let last = places.count - 1
    return places.indices.map { index in
      let (before, after) = (max(0, index - 1), min(last, index + 1))
      let way = places[after] - places[before]
      return (way * way).sum().squareRoot() / (Double(after - before) * stepSeconds)
    }
  }
}
