internal import InkModel

/// What values are rounded to.
extension ShapeDropping {
  /// The one colour of all strokes.
  static let colour: UInt32 = 0x0000_00FF

  static func coarse(_ extent: StrokeExtent) -> StrokeExtent {
    guard extent.sampleCount > 1 else {
      return StrokeExtent(sampleCount: extent.sampleCount, width: 0, height: 0, durationMilliseconds: 0)
    }
    let limit = Int32(TraceLimits.coordinateMax)
    return StrokeExtent(
      sampleCount: extent.sampleCount, width: min(limit, rounded(extent.width, to: PrivacyGrain.box)),
      height: min(limit, rounded(extent.height, to: PrivacyGrain.box)),
      durationMilliseconds: duration(UInt64(extent.durationMilliseconds)))
  }

  static func rounded(_ milliseconds: UInt64) -> UInt64 {
    let grain = PrivacyGrain.milliseconds
    return (milliseconds + grain / 2) / grain * grain
  }

  static func duration(_ milliseconds: UInt64) -> UInt32 {
    let longest = UInt64(UInt32.max) / PrivacyGrain.milliseconds * PrivacyGrain.milliseconds
    return UInt32(min(rounded(milliseconds), longest))
  }

  /// The nearest multiple of a step; the outermost values of a type go to the multiple below.
  static func rounded<Value: FixedWidthInteger>(_ value: Value, to step: Value) -> Value {
    let wide = Int64(value)
    let half = Int64(step) / 2
    let steps: Int64 = (value < 0 ? wide - half : wide + half) / Int64(step)
    if let nearest = Value(exactly: steps * Int64(step)) { return nearest }
    return Value(clamping: (steps - steps.signum()) * Int64(step))
  }

  static func rounded(assetBytes: Int) -> Int {
    let step = PrivacyGrain.assetBytes
    return min((assetBytes + step - 1) / step * step, TraceLimits.assetByteCountMax)
  }
}
