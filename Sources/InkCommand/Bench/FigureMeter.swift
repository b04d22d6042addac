/// Measures a figure.
protocol FigureMeter: Sendable {
  /// The figures that the meter measures, by name.
  static var names: [String] { get }
  /// Measures one of them.
  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement
  /// Why a figure can't be measured here, as a clause; such a figure is left out, never made up.
  static func obstacle(_ name: String, in bench: Bench) -> String?
}

extension FigureMeter {
  static func obstacle(_ name: String, in bench: Bench) -> String? { nil }
}
