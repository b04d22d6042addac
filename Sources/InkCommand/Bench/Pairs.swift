/// Something and its bare twin, measured in turn, so that whatever disturbs the machine disturbs both.
struct Pairs {
  private var measured: [Double] = []
  private var bare: [Double] = []

  /// Takes so many pairs of times, in nanoseconds, after some that don't count.
  init(
    _ count: Int, warmUps: Int, _ pair: (_ index: Int) throws(CommandFailure) -> (UInt64, bare: UInt64)
  ) throws(CommandFailure) {
    for index in 0..<warmUps + count {
      let (time, twin) = try pair(index)
      guard index >= warmUps else { continue }
      measured.append(Double(time))
      bare.append(Double(twin))
    }
  }

  var measuredMedian: Double { Measurement.median(of: measured).value }
  var bareMedian: Double { Measurement.median(of: bare).value }

  /// The ratio of the medians, with the spread of the pairs' own ratios.
  var ratio: Measurement {
    .of(measuredMedian / bareMedian, spreadOf: zip(measured, bare).map { $0 / $1 })
  }
}
