/// A quantity of which a session has many values, or each session one; the unit ends its name.
///
/// The raw values are keys of the summary format, short because summaries shall be.
package enum Measure: String, CaseIterable, Sendable {
  // Ink, of strokes that are no highlighter's.
  case pointsPerStroke = "points"
  case strokeSeconds
  case strokeMillimetres = "length"
  case strokeWidthMillimetres = "width"
  case strokeHeightMillimetres = "height"
  case subStrokeMilliseconds = "subMs"
  case subStrokesPerStroke = "subs"
  case pressurePlateau = "press"
  case pressureVariation = "pressCV"

  // Pages.
  /// Strokes on pages of the base or of a notebook.
  case strokesPerPage = "page"
  /// Strokes ever written on pages that the session began and left full.
  case strokesPerFinishedPage = "fullPage"
  /// Strokes written on pages that were still being written on at the end.
  case strokesPerUnfinishedPage = "openPage"
  case strokesPerPageAtEnd
  /// How full pages of the base were that were written on until a new one was begun.
  case basePageFill = "fill"

  // Pen-up times between two strokes on one page, by the jump in heights of a stroke.
  case pauseUnderHalfHeightSeconds = "gapHalf"
  case pauseUnderOneHeightSeconds = "gap1"
  case pauseUnderTwoHeightsSeconds = "gap2"
  case pauseUnderFourHeightsSeconds = "gap4"
  case pauseBeyondFourHeightsSeconds = "gapFar"
  case pauseLineBreakSeconds = "gapLine"
  /// Those of over a minute, with the app in the foreground; they are in none of the others.
  case breakSeconds = "break"
  case toolChangeSeconds = "tool"
  case swipeSeconds = "swipe"
  case flipSeconds = "flip"
  case awaySeconds = "away"
  case sittingGapHours = "sitGap"

  // Edits.
  case eraseBurstStrokes = "burst"
  case lassoStrokes = "lasso"
  case dragSteps = "drag"
  case imageKilobytes = "image"

  // Page turning.
  case revisitStrokes = "revisit"
  case revisitDistancePages = "revisitTo"
  case browsingFlips = "flips"

  // One value a session.
  case basePages
  case strokesPerSession = "strokes"
  case sessionMinutes = "minutes"

  /// Those that a summary keeps: what a fit uses.
  static let summarised = allCases.filter { $0 != .strokeSeconds && $0 != .strokesPerPageAtEnd }

  /// The same quantity in the statistics of ink; nil if it is none of ink.
  var inkQuantity: InkQuantity? {
    switch self {
    case .pointsPerStroke: .pointsPerStroke
    case .strokeSeconds: .strokeSeconds
    case .strokeMillimetres: .strokeMillimetres
    case .strokeWidthMillimetres: .strokeWidthMillimetres
    case .strokeHeightMillimetres: .strokeHeightMillimetres
    case .subStrokeMilliseconds: .subStrokeMilliseconds
    case .subStrokesPerStroke: .subStrokesPerStroke
    case .pressurePlateau: .pressurePlateau
    case .pressureVariation: .pressureVariation
    default: nil
    }
  }

  /// Pauses by jump, the shortest jumps first.
  package static let pausesByJump: [Measure] = [
    .pauseUnderHalfHeightSeconds, .pauseUnderOneHeightSeconds, .pauseUnderTwoHeightsSeconds,
    .pauseUnderFourHeightsSeconds, .pauseBeyondFourHeightsSeconds,
  ]
}

/// Something that is counted over a session; sessions are merged by adding.
///
/// The raw values are keys of the summary format.
package enum Count: String, CaseIterable, Sendable {
  case sessions
  case sessionsWithTimes = "timed"
  case sessionsWithPauses = "paced"
  case sessionsWithPressure = "pressed"
  /// Those whose strokes kept their shapes.
  case sessionsWithShapes = "shaped"
  /// Those in which somebody can be seen at work, in contrast to notebooks that another program kept.
  case sessionsAtWork = "atWork"
  /// Written in sessions at work; those of notebooks are counted apart.
  case strokes
  case points
  case notebookStrokes = "kept"
  case pagesAtEnd
  case basePagesWithInk = "inkPages"
  case basePagesWithImage = "imagePages"
  case strokesErased = "erased"
  case strokesCut = "cut"
  case undos
  case redos
  case strokesMoved = "moved"
  case lassos
  case images
  /// Erasures and lassos, those that began within the last twenty strokes, and how many of them would have by
  /// chance, in thousandths.
  case targets
  case recentTargets = "recent"
  case recentTargetsByChanceThousandths = "byChance"
  /// Bursts of erasing, and those after which strokes were written in the same place.
  case eraseBursts = "bursts"
  case rewritings = "rewritten"
  /// Moves that went on with the one before: steps of one drag.
  case lassoSteps
  case revisits
  case browsingRuns = "leafing"
  case pagesAdded
  case pagesDeleted = "deleted"
  case pagesMoved = "reordered"
  case backgrounds = "away"
  case relaunches = "relaunched"
  case sittings
  case libraryVisits = "shelf"
  case exports
  /// Steps from sample to sample, those without time, and those after lost reports.
  case steps
  case repeatedTimes = "repeated"
  case lostReports = "lost"
  case penDownMilliseconds = "penMs"
  case writingMilliseconds = "workMs"
  /// Opaque bytes: number, sum of bytes, and what a straight line through bytes by points needs.
  case opaqueBytes = "own"
  case opaquePoints = "ownP"
  case opaquePointsSquared = "ownPP"
  case opaqueBytesTimesPoints = "ownBP"
  case opaqueStrokes = "ownN"

  /// Those that a summary keeps: what a fit uses.
  static let summarised = allCases.filter { ![.points, .pagesAtEnd, .pagesAdded].contains($0) }
}

/// Something that takes few values, each counted by its name.
package enum Tally: String, CaseIterable, Sendable {
  /// Width and height of pages, in tenths of a point, as `5953x8419`.
  case canvas
  /// Samples a second, to the nearest that tablets have.
  case sampleRateHertz = "rate"
  /// Nominal width of pen strokes, in tenths of a point.
  case penWidth = "pen"
  case tool
  /// `first` or `last`.
  case startPage = "start"
  /// As `debounce 500`, with the longest wait after it if there is one.
  case savePolicy = "saving"
  /// Where times come from.
  case times

  /// Those that a summary keeps: what a fit uses.
  static let summarised = allCases.filter { $0 != .tool && $0 != .times }
}
