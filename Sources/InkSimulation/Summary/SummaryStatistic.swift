/// One number that tells a writer, a notebook or an app from others, taken from a summary.
package struct SummaryStatistic: Sendable {
  package let name: String
  package let unit: String
  /// Whether more of it is more work for a store: such numbers are those that a heavy user has more of.
  package let isAmount: Bool
  /// Nil if the summary does not show it.
  package let value: @Sendable (InkSummary) -> Double?
  /// The standard error of the value over the value, from the size of the sample; nil if it is known exactly.
  let samplingError: @Sendable (InkSummary) -> Double?

  private init(
    _ name: String, _ unit: String = "", isAmount: Bool = false,
    samplingError: @escaping @Sendable (InkSummary) -> Double? = { _ in nil },
    _ value: @escaping @Sendable (InkSummary) -> Double?
  ) {
    self.samplingError = samplingError
    self.name = name
    self.unit = unit
    self.isAmount = isAmount
    self.value = value
  }

  private static func median(
    _ name: String, _ unit: String = "", _ measure: Measure, isAmount: Bool = false
  ) -> SummaryStatistic {
    SummaryStatistic(name, unit, isAmount: isAmount, samplingError: { $0[measure].medianError }) {
      $0[measure].median
    }
  }

  private static func mean(
    _ name: String, _ unit: String = "", _ measure: Measure, isAmount: Bool = false
  ) -> SummaryStatistic {
    SummaryStatistic(name, unit, isAmount: isAmount) { $0[measure].mean }
  }

  /// A count for each of another, such as removals per stroke.
  private static func rate(
    _ name: String, _ unit: String, _ count: Count, per base: Count, isAmount: Bool = true
  ) -> SummaryStatistic {
    SummaryStatistic(name, unit, isAmount: isAmount, samplingError: { countError($0, [count]) }) {
      rate($0, [count], per: base)
    }
  }

  /// Of a count of things that happen by chance.
  private static func countError(_ summary: InkSummary, _ counts: [Count]) -> Double? {
    let sum = counts.reduce(0) { $0 + Double(summary[$1]) }
    return sum > 0 ? 1 / sum.squareRoot() : nil
  }

  /// Of a count of things that happen several at once, such as the strokes that one lasso moves.
  ///
  /// Of a compound Poisson sum: the root of the sum of the clumps' squares over their sum, which of n clumps
  /// is the root of (1 + cv²) / n.
  private static func clumpError(_ clumps: LogHistogram, singles: Int = 0) -> Double? {
    var (sum, squares) = (Double(singles), Double(singles))
    for (size, count) in clumps.entries {
      sum += size * Double(count)
      squares += size * size * Double(count)
    }
    return sum > 0 ? squares.squareRoot() / sum : nil
  }

  static func rate(_ summary: InkSummary, _ counts: [Count], per base: Count) -> Double? {
    let whole = summary[base]
    guard whole > 0 else { return nil }
    return counts.reduce(0) { $0 + Double(summary[$1]) } / Double(whole)
  }
}

extension SummaryStatistic {
  static let strokesPerSession = mean("strokes per session", "", .strokesPerSession, isAmount: true)
  static let sessionMinutes = mean("minutes of writing per session", "min", .sessionMinutes, isAmount: true)
  static let strokesPerPage = SummaryStatistic("strokes per full page, median", isAmount: true) {
    let isPlain = $0[.strokesPerUnfinishedPage].isEmpty && $0[.strokesPerFinishedPage].isEmpty
    return isPlain && $0[.basePageFill].isEmpty
      ? $0[.strokesPerPage].median : PageSizes.weights(of: $0).quantile(0.5)
  }
  static let basePages = mean("pages before the session", "", .basePages, isAmount: true)
  static let pointsPerStroke = median("samples per stroke, median", "", .pointsPerStroke, isAmount: true)
  static let meanPointsPerStroke = mean("samples per stroke, mean", "", .pointsPerStroke, isAmount: true)
  static let strokeLength = median("stroke length, median", "mm", .strokeMillimetres)
  static let strokeWidth = median("stroke width, median", "mm", .strokeWidthMillimetres)
  static let strokeHeight = median("stroke height, median", "mm", .strokeHeightMillimetres)
  static let subStrokeMilliseconds = median("sub-stroke duration, median", "ms", .subStrokeMilliseconds)
  static let subStrokesPerStroke = mean("sub-strokes per stroke, mean", "", .subStrokesPerStroke)
  static let pressure = median("pressure plateau, median", "", .pressurePlateau)
  static let pressureVariation = median("pressure variation, median", "", .pressureVariation)
  static let removed = SummaryStatistic(
    "strokes removed per stroke", isAmount: true,
    samplingError: { clumpError($0[.eraseBurstStrokes], singles: saturatingSum($0[.strokesCut], $0[.undos])) }
  ) {
    rate($0, [.strokesErased, .strokesCut, .undos], per: .strokes)
  }
  static let moved = SummaryStatistic(
    "strokes moved per stroke", isAmount: true, samplingError: { clumpError($0[.lassoStrokes]) }
  ) {
    rate($0, [.strokesMoved], per: .strokes)
  }
  static let lassoStrokes = median("strokes per lasso, median", "", .lassoStrokes, isAmount: true)
  static let images = rate("images per session", "", .images, per: .sessionsAtWork)
  static let pagesWithImages = rate(
    "pages with an image, share", "", .basePagesWithImage, per: .basePagesWithInk)
  static let imageKilobytes = median("image size, median", "kB", .imageKilobytes, isAmount: true)
  static let revisits = rate("revisits of a page per stroke", "", .revisits, per: .strokes)
  static let browsingRuns = rate("times of leafing per session", "", .browsingRuns, per: .sessionsAtWork)
  static let backgrounds = rate("times in the background per session", "", .backgrounds, per: .sessionsAtWork)
  static let relaunches = rate("relaunches per session", "", .relaunches, per: .sessionsAtWork)
  static let sittings = rate("sittings per session", "", .sittings, per: .sessionsAtWork)
  static let strokesPerMinute = SummaryStatistic("strokes per minute of writing") {
    rate($0, [.strokes], per: .writingMilliseconds).flatMap { $0 > 0 ? $0 * 60_000 : nil }
  }
  static let penDownShare = SummaryStatistic("pen down, share of writing") {
    rate($0, [.penDownMilliseconds], per: .writingMilliseconds)
  }
  static let opaqueBytes = rate("opaque bytes per stroke", "B", .opaqueBytes, per: .opaqueStrokes)

  /// Medians of the pauses before longer and longer jumps.
  static let pauses: [SummaryStatistic] =
    zip(
      ["under half a height", "to one height", "to two heights", "to four heights", "farther"],
      Measure.pausesByJump
    ).map { median("pause before a jump \($0), median", "s", $1) } + [
      median("pause before a new line, median", "s", .pauseLineBreakSeconds)
    ]

  static let longPauses = SummaryStatistic("pauses over 2 s, share") { summary in
    var (long, all) = (0.0, Double(summary[.breakSeconds].count))
    long += all
    for measure in Measure.pausesByJump + [.pauseLineBreakSeconds] {
      for entry in summary[measure].entries {
        all += Double(entry.count)
        if entry.value > 2 { long += Double(entry.count) }
      }
    }
    return all > 0 ? long / all : nil
  }

  /// All of them, in the order in which they are printed.
  package static let all: [SummaryStatistic] =
    [
      strokesPerSession, sessionMinutes, basePages, strokesPerPage, pointsPerStroke, meanPointsPerStroke,
      strokeLength, strokeWidth, strokeHeight, subStrokeMilliseconds, subStrokesPerStroke,
      pressure, pressureVariation, opaqueBytes,
    ] + pauses + [
      longPauses, penDownShare, strokesPerMinute, removed, moved, lassoStrokes, images,
      pagesWithImages, imageKilobytes,
      revisits, browsingRuns, backgrounds, relaunches, sittings,
    ]
}
