/// Numbers as people read them: three significant digits and a unit.
package enum Humanised {
  package static func time(nanoseconds value: Double) -> String {
    scaled(value, step: 1_000, units: ["ns", "µs", "ms"]) { milliseconds in
      // Minutes are not decimal, so seconds are the last unit.
      digits(milliseconds / 1_000) + " s"
    }
  }

  package static func time(nanoseconds value: UInt64) -> String { time(nanoseconds: Double(value)) }

  package static func bytes(_ value: Double) -> String {
    scaled(value, step: 1_000, units: ["B", "kB", "MB", "GB"]) { digits($0 / 1_000) + " TB" }
  }

  package static func ratio(_ value: Double) -> String { digits(value) + "×" }

  /// A part of a whole, in percent.
  package static func percent(_ share: Double) -> String { digits(share * 100) + " %" }

  /// A count: whole numbers in full, others with three digits.
  package static func count(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? grouped(Int(value)) : digits(value)
  }

  /// Three significant digits, never in scientific notation.
  package static func digits(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    guard value >= 0 else { return "−" + digits(-value) }
    guard value > 0 else { return "0" }
    guard value < 1e15 else { return "\(value)" }
    var decimals = 0
    var scale = 1.0
    // 99.95 and above would round to a fourth digit, hence the bound below 100.
    while value * scale < 99.95, decimals < 9 {
      decimals += 1
      scale *= 10
    }
    // 9.995 rounds up to 10.00: one decimal too many.
    if decimals > 0, (value * scale).rounded() >= 1_000 {
      decimals -= 1
      scale /= 10
    }
    let scaled = Int((value * scale).rounded())
    guard decimals > 0 else { return grouped(scaled) }
    let fraction = String(scaled % Int(scale))
    return "\(scaled / Int(scale)).\(String(repeating: "0", count: decimals - fraction.count))\(fraction)"
  }

  private static func scaled(
    _ value: Double, step: Double, units: [String], beyond: (Double) -> String
  ) -> String {
    var value = value
    for (index, unit) in units.enumerated() {
      if value.magnitude < step * 0.9995 {
        let isWhole = index == 0 && value == value.rounded()
        return (isWhole ? "\(Int(value))" : digits(value)) + " " + unit
      }
      if index < units.count - 1 { value /= step }
    }
    return beyond(value)
  }

  /// Thousands in groups, as in 12,345.
  private static func grouped(_ value: Int) -> String {
    let text = String(value.magnitude)
    var grouped = ""
    for (index, digit) in text.enumerated() {
      if index > 0, (text.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return value < 0 ? "−" + grouped : grouped
  }
}

extension MetricRow {
  /// The value as people read it; a dash where there is none.
  var humanised: String {
    guard let value else { return "–" }
    return Self.humanised(value, unit)
  }

  /// The value with its confidence interval in brackets, such as `130 µs (127–134)`; units are repeated only
  /// where they differ.
  var humanisedWithInterval: String {
    guard value != nil, let low, let high else { return humanised }
    let ends = [low, high].map { Self.humanised($0, unit) }
    let suffix = humanised.drop { $0.isNumber || $0 == "." || $0 == "," }
    let isOneUnit = ends.allSatisfy { $0.drop { $0.isNumber || $0 == "." || $0 == "," } == suffix }
    let range = ends.map { isOneUnit ? String($0.dropLast(suffix.count)) : $0 }
    return "\(humanised) (\(range.joined(separator: "–")))"
  }

  static func humanised(_ value: Double, _ unit: Unit) -> String {
    switch unit {
    case .nanoseconds, .nanosecondsPerSave: Humanised.time(nanoseconds: value)
    case .milliseconds: Humanised.time(nanoseconds: value * 1_000_000)
    case .bytes, .bytesPerSave, .bytesPerHour: Humanised.bytes(value)
    case .ratio: Humanised.ratio(value)
    case .share: Humanised.percent(value)
    default: Humanised.count(value)
    }
  }
}
