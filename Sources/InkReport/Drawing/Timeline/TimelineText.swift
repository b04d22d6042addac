/// Times and counts of a session as people read them.
enum TimelineText {
  /// So many of a thing whose plural ends in s.
  static func count(_ count: Int, _ thing: String) -> String {
    "\(Humanised.count(Double(count))) \(thing)\(count == 1 ? "" : "s")"
  }

  /// A length of time in at most two units.
  static func duration(_ milliseconds: UInt64) -> String {
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    if milliseconds < 10_000 { return Humanised.digits(Double(milliseconds) / 1_000) + " s" }
    let seconds = milliseconds / 1_000
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min" + rest(seconds % 60, "s") }
    if seconds < 172_800 { return "\(seconds / 3_600) h" + rest(seconds % 3_600 / 60, "min") }
    return "\(seconds / 86_400) d" + rest(seconds % 86_400 / 3_600, "h")
  }

  private static func rest(_ value: UInt64, _ unit: String) -> String { value > 0 ? " \(value) \(unit)" : "" }

  /// A tick of the axis, as `clock` says.
  static func tick(_ milliseconds: UInt64, _ clock: Clock) -> String {
    let seconds = milliseconds / 1_000
    return switch clock {
    case .minutesAndSeconds: "\(seconds / 60):\(twoDigits(seconds % 60))"
    case .hoursAndMinutes: "\(seconds / 3_600):\(twoDigits(seconds / 60 % 60))"
    case .hoursMinutesAndSeconds:
      "\(seconds / 3_600):\(twoDigits(seconds / 60 % 60)):\(twoDigits(seconds % 60))"
    case .tenths: "\(seconds).\(milliseconds % 1_000 / 100)"
    }
  }

  /// How ticks are written: with no more than the axis needs.
  enum Clock: String {
    case tenths = "s"
    case minutesAndSeconds = "min:s"
    case hoursAndMinutes = "h:min"
    case hoursMinutesAndSeconds = "h:min:s"

    init(stepMilliseconds step: UInt64, endMilliseconds end: UInt64) {
      self =
        if step < 1_000 { .tenths } else if end < 3_600_000 { .minutesAndSeconds } else if step < 60_000 {
          .hoursMinutesAndSeconds
        } else { .hoursAndMinutes }
    }
  }

  private static func twoDigits(_ value: UInt64) -> String { (value < 10 ? "0" : "") + "\(value)" }
}
