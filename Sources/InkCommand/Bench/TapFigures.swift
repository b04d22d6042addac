internal import InkTap

/// What the tap adds to a call.
///
/// Method. Small writes to /dev/null are timed in stretches, through the tap and past it, and the fastest
/// stretch of each is taken: whatever disturbs a stretch only makes it slower.
enum TapFigures: FigureMeter {
  static let names = ["tap.count"]

  private static let stretches = 7
  private static let calls = 100_000
  private static let bytes = 64

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    var tapped: [Double] = []
    var bare: [Double] = []
    for _ in 0..<stretches {
      guard let cost = TapCost.measure(calls: calls, bytes: bytes) else {
        throw CommandFailure(.internalError, "/dev/null can't be written")
      }
      tapped.append(Double(cost.tappedNanoseconds) / Double(calls))
      bare.append(Double(cost.bareNanoseconds) / Double(calls))
    }
    guard let fastest = tapped.min(), let fastestBare = bare.min() else {
      throw CommandFailure(.internalError, "nothing was timed")
    }
    return .of(fastest - fastestBare, spreadOf: zip(tapped, bare).map { $0 - $1 })
  }
}
