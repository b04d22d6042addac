/// Measures a figure.
protocol FigureMeter: Sendable {
  /// The figures that the meter measures, by name.
  static var names: [String] { get }
  /// Measures one of them.
  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement
}

/// What meters share: where files may lie, and what stores there are.
struct Bench {
  let context: Context
  /// A directory on the store's real disk, removed afterwards.
  let directory: String

  static let meters: [any FigureMeter.Type] = [
    CodecFigures.self, SaveFigures.self, NotebookFigures.self, NullFigures.self, TapFigures.self,
  ]
}
