/// Exponential, logarithm, sine and cosine without a mathematical library.
///
/// Only sums, products and divisions that IEEE 754 rounds alike everywhere, over tables of integers: the same
/// argument gives the same bits on every machine. None is fused, because Swift fuses only when told to.
package enum Elementary {
  /// The exponential of a number, to about 11 digits.
  ///
  /// `x` is split into n/64 powers of two and a rest r with |r| ≤ ln 2/128, whose cubic series is enough.
  package static func exp(_ x: Double) -> Double {
    let bounded = max(-670, min(700, x))
    let steps = nearestInteger(bounded * 92.332482616893656)  // 64 / ln 2
    let rest = bounded - Double(steps) * 0.010830424696249145  // ln 2 / 64
    let series = 1 + rest * (1 + rest * (0.5 + rest * (1.0 / 6)))
    let power = Double(bitPattern: UInt64(1_023 - 52 + (steps >> 6)) << 52)
    return Double(ElementaryTables.powersOfTwo[steps & 63]) * power * series
  }

  /// The natural logarithm of a positive normal number, to about 11 digits.
  package static func log(_ x: Double) -> Double {
    let bits = x.bitPattern
    let exponent = Int(bits >> 52) - 1_023
    let significand = Double(bitPattern: bits & 0xF_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
    let index = Int(bits >> 46 & 63)
    let centre = 1 + (Double(index) + 0.5) * 0x1p-6
    let rest = (significand - centre) / centre
    let series = rest * (1 - rest * (0.5 - rest * (1.0 / 3 - rest * 0.25)))
    return Double(exponent) * 0.69314718055994531
      + Double(ElementaryTables.logarithms[index]) * 0x1p-52 + series
  }

  /// Sine and cosine of an angle in degrees, to about five digits.
  package static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let position = degrees * (1_024.0 / 360)
    return (sine(position), sine(position + 256))
  }

  /// The direction of a vector in degrees, −180…180, to about three digits after the point.
  ///
  /// The polynomial is 4.4.49 of Abramowitz and Stegun, "Handbook of mathematical functions", 1964.
  package static func degrees(y: Double, x: Double) -> Double {
    let (rise, run) = (abs(y), abs(x))
    guard rise + run > 0 else { return 0 }
    let z = min(rise, run) / max(rise, run)
    let square = z * z
    let series =
      0.9998660
      + square * (-0.3302995 + square * (0.1801410 + square * (-0.0851330 + square * 0.0208351)))
    let octant = z * series * (180 / Double.pi)
    let quadrant = rise > run ? 90 - octant : octant
    let half = x < 0 ? 180 - quadrant : quadrant
    return y < 0 ? -half : half
  }

  /// The nearest integer, ties to even, of a number below 2⁵¹ in magnitude.
  ///
  /// Adding 1.5 · 2⁵² leaves no room for a fraction, so the sum's low bits are the integer.
  @inline(__always)
  package static func nearestInteger(_ x: Double) -> Int {
    Int(bitPattern: UInt((x + 0x1.8p52).bitPattern & 0xF_FFFF_FFFF_FFFF)) - 0x8_0000_0000_0000
  }

  /// The sine of an angle given in 1024ths of a turn, interpolated linearly.
  private static func sine(_ position: Double) -> Double {
    let truncated = Int(position)
    let step = position < Double(truncated) ? truncated - 1 : truncated
    let start = node(step)
    return start + (node(step + 1) - start) * (position - Double(step))
  }

  private static func node(_ step: Int) -> Double {
    let inHalf = step & 511
    let value = ElementaryTables.sines[inHalf <= 256 ? inHalf : 512 - inHalf]
    return Double(step & 512 == 0 ? value : -value) * 0x1p-30
  }
}
