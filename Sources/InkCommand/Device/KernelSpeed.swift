internal import InkReport
internal import InkTap

/// How fast this machine encodes ink.
enum KernelSpeed {
  private static let passes = 21
  private static let warmUps = 3

  /// The median speed of some passes of `EncodeKernel`, in bytes of points a second.
  static func measured() -> Double {
    var buffer: [UInt8] = []
    var speeds: [Double] = []
    for index in 0..<warmUps + passes {
      let start = Clock.nanoseconds()
      let sum = EncodeKernel.pass(into: &buffer)
      let nanoseconds = Clock.nanoseconds() - start
      guard index >= warmUps, sum != 0 else { continue }
      speeds.append(Double(EncodeKernel.bytesPerPass) / Double(max(nanoseconds, 1)) * 1e9)
    }
    return speeds.sorted()[speeds.count / 2]
  }
}
