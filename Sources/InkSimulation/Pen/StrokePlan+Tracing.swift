internal import InkModel

/// The way of one stroke of a figure: from corner to corner, on the page.
struct Trace: Sendable {
  /// In tenths of a point; the first is where the pen comes down.
  var corners: [SIMD2<Double>]
  /// How much the path bends between two corners, in radians, positive to the left.
  var bend = 0.0
  /// The share of time for which two neighbouring parts overlap: small for sharp corners, half for curves.
  var blending = 0.12

  var isClosed: Bool { corners.count > 2 && corners.first == corners.last }
}

/// Figures: lines, boxes, curves and arrows through given corners.
///
/// A part's duration grows with the power 0.55 of its length, between isochrony and constant speed: long
/// lines are drawn faster. Each corner is missed by a little. A stroke that has to go on draws its way again,
/// from its start if it is closed and back if not, as people do who sketch.
extension StrokePlan {
  /// Plans a stroke of a figure; the pen comes down at its first corner.
  mutating func trace(_ trace: Trace, hand: Hand, _ random: inout SplitMix64) {
    begin(hand: hand, &random)
    let partCount = trace.corners.count - 1
    guard partCount > 0 else { return finish(hand: hand, &random) }
    while goesOn(to: partCount) {
      let (lap, part) = arcs.count.quotientAndRemainder(dividingBy: partCount)
      let isReturning = !trace.isClosed && lap % 2 == 1
      let target = trace.corners[isReturning ? partCount - 1 - part : part + 1] - trace.corners[0]
      let miss = SIMD2(random.normal(), random.normal()) * (Self.missMillimetres * Units.perMillimetre)
      let chord = target + miss - place
      let length = (chord * chord).sum().squareRoot() / Units.perMillimetre
      let slowness = 0.55 * Elementary.log(max(0.1, length / Self.referenceMillimetres))
      append(
        chord, turn: (isReturning ? -trace.bend : trace.bend) + 0.04 * random.normal(),
        duration: Elementary.exp(hand.logSubStrokeSamples + slowness + 0.2 * random.normal()),
        overlap: trace.blending, &random)
    }
    finish(hand: hand, &random)
  }

  private static let missMillimetres = 0.25
  /// Length of a part that takes as long as an ordinary sub-stroke.
  private static let referenceMillimetres = 2.3
}
