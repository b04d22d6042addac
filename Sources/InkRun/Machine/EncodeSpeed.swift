internal import InkReport
internal import InkTap

/// How fast this machine encodes ink.
package enum EncodeSpeed {
  private static let passes = 15

  /// The median speed of some passes of the encode kernel, in bytes of points a second.
  package static func bytesPerSecond() -> Double { samples().median }

  /// The speeds of some passes, the first left out.
  static func samples() -> ProbeSamples {
    var buffer: [UInt8] = []
    var sums: Set<UInt64> = [EncodeKernel.pass(into: &buffer)]
    let speeds = (0..<passes).map { _ in
      let start = Clock.nanoseconds()
      sums.insert(EncodeKernel.pass(into: &buffer))
      return Double(EncodeKernel.bytesPerPass) * 1e9 / Double(max(1, Clock.nanoseconds() - start))
    }
    precondition(sums.count == 1, "the kernel computes the same each time")
    return ProbeSamples(speeds)
  }
}
