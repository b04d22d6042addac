internal import InkTap

/// What the tap adds to a call.
///
/// Method. Small writes to /dev/null are timed in stretches, through the tap and past it, and the fastest
/// stretch of each is taken: whatever disturbs a stretch only makes it slower. For `tap.record` the devices
/// are the watched store and each write goes into a log, whose room was taken before; counting is a part of
/// it.
enum TapFigures: FigureMeter {
  static let names = ["tap.count", "tap.record"]

  private static let stretches = 7
  private static let calls = 100_000
  private static let bytes = 64

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let isRecorded = name == "tap.record"
    // A store of nobody's, so that no figure is measured with what an earlier one watched.
    defer { Tap.watch(directory: bench.directory, roles: []) }
    return try added { () throws(CommandFailure) in
      guard isRecorded else { return TapCost.measure(calls: calls, bytes: bytes) }
      do throws(RecordingError) { return try TapCost.measureRecorded(calls: calls, bytes: bytes) } catch {
        throw CommandFailure(.internalError, error.description)
      }
    }
  }

  /// What the tap adds to a write of a store that is counted, clocks included.
  static func countedInStore() throws(CommandFailure) -> Measurement {
    TapCost.watchDevices()
    return try added { () throws(CommandFailure) in TapCost.measure(calls: calls, bytes: bytes) }
  }

  private static func added(
    _ stretch: () throws(CommandFailure) -> (tappedNanoseconds: UInt64, bareNanoseconds: UInt64)?
  ) throws(CommandFailure) -> Measurement {
    var tapped: [Double] = []
    var bare: [Double] = []
    for _ in 0..<stretches {
      guard let cost = try stretch() else {
        throw CommandFailure(.internalError, "/dev/null can't be written, or its writes were not all seen")
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
