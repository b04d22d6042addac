/// Measures a figure.
protocol FigureMeter: Sendable {
  /// The figures that the meter measures, by name.
  static var names: [String] { get }
  /// Measures one of them.
  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement
}
