/// A part of a page, in tenths of a point, y downwards.
struct Area: Sendable {
  var left: Double
  var right: Double
  var top: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }

  /// The point at shares of the width and the height.
  func point(_ across: Double, _ down: Double) -> SIMD2<Double> {
    SIMD2(left + width * across, top + height * down)
  }

  /// The part between shares of the width and the height.
  func part(across: ClosedRange<Double>, down: ClosedRange<Double>) -> Area {
    Area(
      left: left + width * across.lowerBound, right: left + width * across.upperBound,
      top: top + height * down.lowerBound, bottom: top + height * down.upperBound)
  }
}
