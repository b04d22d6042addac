/// The time axis of a session, in the unit that suits its length.
struct SessionAxis {
  let unitName: String
  /// Milliseconds of one unit.
  private let unit: Double
  /// The end of the axis, in units.
  let end: Double

  init(lengthMilliseconds: UInt64) {
    let length = Double(max(lengthMilliseconds, 1))
    (unitName, unit) =
      length < 180_000 ? ("seconds", 1_000) : length < 10_800_000 ? ("minutes", 60_000) : ("hours", 3_600_000)
    end = length / unit
  }

  /// A time of the session on the axis.
  func position(_ milliseconds: UInt64) -> Double { min(Double(milliseconds) / unit, end) }

  /// The settings that every panel over this axis shares.
  var settings: String { "set xrange [0:\(end)]\n" }
  var label: String { "time in the session, in \(unitName)" }
}
