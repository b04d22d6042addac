/// What real handwriting measures, quantity by quantity, and how generated ink compares.
///
/// The values are medians over about 200 public files and published sets: IAM-OnDB (on-line handwriting of
/// 221 writers), DigiLeTs (letters by 77 writers), Universal Ink Model samples (UIM), and lecture notes taken
/// in Rnote on tablets that report finely. Where sets differ, the range between them is given. Durations and
/// speeds of joined-up writing differ from those of the sets, most of which is print; for it the reference is
/// a stroke of 162 samples at 240 Hz, as handwriting apps record it.
package enum RealInk {
  /// One documented quantity.
  package struct Row: Sendable {
    package let quantity: String
    package let unit: String
    /// The documented median, or the range of the medians of several sets.
    package let real: ClosedRange<Double>
    /// How far outside the range generated ink may lie, as a share of its nearer end.
    package let tolerance: Double
    package let source: String
    /// The same quantity of other ink; nil if that ink doesn't show it.
    package let measure: @Sendable (InkStatistics) -> Double?
  }

  /// A documented quantity beside that of other ink.
  package struct Comparison: Sendable {
    package let quantity: String
    package let unit: String
    /// Nil if the ink does not show the quantity.
    package let generated: Double?
    package let real: ClosedRange<Double>
    package let tolerance: Double
    package let source: String

    /// Whether the ink lies within the tolerance; nil if it does not show the quantity.
    package var isWithin: Bool? {
      generated.map { real.lowerBound * (1 - tolerance) <= $0 && $0 <= real.upperBound * (1 + tolerance) }
    }
  }

  /// The share by which the median of generated ink may leave the documented range.
  package static let medianTolerance = 0.25

  /// Compares ink with what is documented.
  ///
  /// `isJoined` says that the ink is joined-up writing, whose strokes are longer than those of the sets.
  package static func compare(_ ink: InkStatistics, isJoined: Bool) -> [Comparison] {
    rows(isJoined: isJoined).map { Comparison($0, ink) }
  }

  /// Deflated bytes a sample of the differences of x, y, time and pressure, as text at 240 Hz.
  ///
  /// The middle of 2.0 to 2.3, measured on lecture notes whose samples lie as densely as at that rate. Closer
  /// than the other rows, because compressibility decides how codecs compare.
  package static let deflatedBytesPerPoint = 2.15
  package static let deflatedTolerance = 0.1

  /// The row of a measured number of deflated bytes a sample.
  package static func compare(deflatedBytesPerPoint bytes: Double?) -> Comparison {
    Comparison(
      quantity: "deflated differences at 240 Hz", unit: "bytes/sample", generated: bytes,
      real: deflatedBytesPerPoint...deflatedBytesPerPoint, tolerance: deflatedTolerance,
      source: "Rnote lecture notes")
  }

  /// Compares the pauses of people who compose what they write.
  package static func comparePauses(_ ink: InkStatistics) -> [Comparison] {
    pauseRows.map { Comparison($0, ink) }
  }

  /// All documented quantities of strokes.
  package static func rows(isJoined: Bool) -> [Row] {
    (isJoined ? joinedStrokeRows : strokeRows) + movementRows + pressureRows + stepRows
  }
}

extension RealInk.Comparison {
  fileprivate init(_ row: RealInk.Row, _ ink: InkStatistics) {
    self.init(
      quantity: row.quantity, unit: row.unit, generated: row.measure(ink), real: row.real,
      tolerance: row.tolerance, source: row.source)
  }
}

extension RealInk.Row {
  /// A row about the median of a quantity.
  init(
    _ quantity: InkQuantity, _ real: ClosedRange<Double>, _ source: String,
    tolerance: Double = RealInk.medianTolerance
  ) {
    self.init(
      quantity: quantity.name + ", median", unit: quantity.unit, real: real, tolerance: tolerance,
      source: source, measure: { $0[quantity].median })
  }

  /// A row about something else than a median of one quantity.
  init(
    _ name: String, _ unit: String, _ real: ClosedRange<Double>, _ source: String,
    tolerance: Double = RealInk.medianTolerance, measure: @escaping @Sendable (InkStatistics) -> Double?
  ) {
    self.init(
      quantity: name, unit: unit, real: real, tolerance: tolerance, source: source, measure: measure)
  }
}

extension InkStatistics {
  /// What a number of samples would be if they had been taken at 240 Hz; nil without times.
  func at240Hertz(_ samples: Double?) -> Double? {
    guard let samples, let interval = intervalMilliseconds.meanMagnitude else { return nil }
    return samples * interval * 0.24
  }
}
