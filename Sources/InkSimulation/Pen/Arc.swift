/// One ballistic sub-stroke: a minimum-jerk movement along a parabola that stands for an arc.
///
/// The position at u, from 0 to 1, is `chord`·s(u) + `bulge`·s(u)(1 − s(u)) with s(u) = u³(10 − 15u + 6u²),
/// so a sample needs no trigonometry.
struct Arc: BitwiseCopyable, Sendable {
  /// When it begins and how long it takes, in samples since pen-down.
  var start: Double
  var duration: Double
  /// From its first to its last position, in tenths of a point, y downwards.
  var chord: SIMD2<Double>
  /// Four times the parabola's height, at right angles to the chord.
  var bulge: SIMD2<Double>

  var end: Double { start + duration }
}
