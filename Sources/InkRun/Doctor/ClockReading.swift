internal import InkTap

/// The clock that all times are read from: what a reading costs, and how finely it steps.
package struct ClockReading: Codable, Hashable, Sendable {
  package var costNanoseconds: UInt64
  /// The smallest step between two readings that differ.
  package var resolutionNanoseconds: UInt64

  package init(costNanoseconds: UInt64, resolutionNanoseconds: UInt64) {
    self.costNanoseconds = costNanoseconds
    self.resolutionNanoseconds = resolutionNanoseconds
  }

  /// A clock that is read without a system call costs a fifth of this; one that is read with it, several
  /// times.
  static let costToleratedNanoseconds: UInt64 = 150
  /// A journal's append takes two microseconds.
  static let resolutionToleratedNanoseconds: UInt64 = 1_000

  /// Reads the clock many times; takes a millisecond.
  package static func take() -> ClockReading {
    var resolution = UInt64.max
    let start = Clock.nanoseconds()
    var last = start
    for _ in 0..<readings {
      let now = Clock.nanoseconds()
      if now > last { resolution = min(resolution, now - last) }
      last = now
    }
    return ClockReading(
      costNanoseconds: (last - start) / UInt64(readings),
      resolutionNanoseconds: resolution == .max ? 0 : resolution)
  }

  private static let readings = 20_000
}
