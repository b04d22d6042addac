/// One sample of the pen.
///
/// Sixteen bytes without padding, little endian on every supported machine. Memory, the packed codec and the
/// rows of a database share this one representation, so that a page is moved rather than translated.
public struct SamplePoint: BitwiseCopyable, Hashable, Sendable {
  /// Horizontal position, in tenths of a point.
  public var x: Int32
  /// Vertical position, in tenths of a point, downwards.
  public var y: Int32
  /// Milliseconds since the stroke began.
  public var t: UInt32
  /// Pressure, in thousandths.
  public var pressure: UInt16
  /// Radius of the drawn line, in tenths of a point.
  public var radius: UInt16

  /// Makes a sample from its five values, in their stored units.
  public init(x: Int32, y: Int32, t: UInt32, pressure: UInt16, radius: UInt16) {
    self.x = x
    self.y = y
    self.t = t
    self.pressure = pressure
    self.radius = radius
  }

  /// Bytes one sample takes in memory, in the packed codec and in a database row.
  public static let byteCount = 16
}
