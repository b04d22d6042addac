/// What a pause before a stroke follows, if not thought: the way of the pen, a new line, or another tool.
struct PauseLaw: Sendable {
  /// The parameters that a fit gives this law; none of a tool change, whose pauses are seen by themselves.
  var path: String?
  /// The parameters that a simulation has to change to tell this law's pauses from others.
  var sources: [any WritableKeyPath<PauseParameters, Quantity> & Sendable]
  /// Under which measures its pauses are counted, if no jump is misjudged.
  var measures: [Measure]

  private static let jumpPaths = [
    "pauses.underHalfHeightSeconds", "pauses.underOneHeightSeconds", "pauses.underTwoHeightsSeconds",
    "pauses.underFourHeightsSeconds", "pauses.beyondFourHeightsSeconds",
  ]
  private static let jumpSources: [any WritableKeyPath<PauseParameters, Quantity> & Sendable] = [
    \.underHalfHeightSeconds, \.underOneHeightSeconds, \.underTwoHeightsSeconds, \.underFourHeightsSeconds,
    \.beyondFourHeightsSeconds,
  ]
  private static let lineBreakPath = "pauses.lineBreakSeconds"
  private static let toolChange = PauseLaw(
    path: nil, sources: [\.toolChangeSeconds], measures: [.toolChangeSeconds])

  /// The laws of a hand.
  ///
  /// A sketching hand has no letters to measure its jumps by, and goes far with almost every stroke: all of
  /// its pauses count as those before the longest jumps.
  static func all(of style: HandStyle) -> [PauseLaw] {
    if style == .sketch {
      let all = Measure.pausesByJump + [.pauseLineBreakSeconds]
      return [
        PauseLaw(path: jumpPaths[4], sources: jumpSources + [\.lineBreakSeconds], measures: all), toolChange,
      ]
    }
    let jumps = jumpPaths.indices.map {
      PauseLaw(path: jumpPaths[$0], sources: [jumpSources[$0]], measures: [Measure.pausesByJump[$0]])
    }
    let lines = PauseLaw(
      path: lineBreakPath, sources: [\.lineBreakSeconds], measures: [.pauseLineBreakSeconds])
    return jumps + [lines, toolChange]
  }

  /// The pauses of a summary that are counted under this law.
  func pauses(of summary: InkSummary) -> LogHistogram {
    measures.reduce(into: LogHistogram()) { $0.add(summary[$1]) }
  }

  /// Whether long pauses are this law's own, so that they tell nothing of thought.
  var hasLongPauses: Bool { path == Self.lineBreakPath }
}
