/// An axis of bytes from zero, with few round marks.
struct ByteAxis {
  /// Reaches a little above this.
  var most: UInt64

  /// Marks beside the zero, at most.
  private static let marksMax = 5.0

  /// The distance of the marks: 1, 2 or 5 times a power of ten.
  private var step: Double {
    var power = 1.0
    while true {
      for factor in [1.0, 2, 5] where power * factor * Self.marksMax >= Double(most) { return power * factor }
      power *= 10
    }
  }

  /// The range and the marks with their texts.
  var settings: String {
    let marks = stride(from: 0, through: Double(most), by: step)
      .map { "'\(Self.text($0))' \($0)" }
    return """
      set yrange [0:\(max(Double(most), 1) * 1.05)]
      set ytics (\(marks.joined(separator: ", ")))

      """
  }

  /// Marks that are no whole number of their unit have one digit behind the point.
  private static func text(_ bytes: Double) -> String {
    var value = bytes
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB"] where value >= 1_000 { (value, unit) = (value / 1_000, larger) }
    let isWhole = (value * 10).rounded().truncatingRemainder(dividingBy: 10) == 0
    return "\(isWhole ? "\(Int(value.rounded()))" : "\((value * 10).rounded() / 10)") \(unit)"
  }
}
