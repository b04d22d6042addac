/// A quantity of which a session has many values, or each session one; the unit ends its name.
///
/// The names are keys of the summary format.
package enum Measure: String, CaseIterable, Sendable {
  // Ink, of strokes that are no highlighter's.
  case pointsPerStroke, strokeSeconds, strokeMillimetres, strokeWidthMillimetres, strokeHeightMillimetres
  case subStrokeMilliseconds, subStrokesPerStroke, pressurePlateau, pressureVariation

  // Pages.
  /// Strokes ever written on pages that were full or that nobody was writing on.
  case strokesPerPage
  /// The same of pages that were still being written on at the end.
  case strokesPerUnfinishedPage
  case strokesPerPageAtEnd

  // Pen-up times between two strokes on one page, by the jump in heights of a stroke.
  case pauseUnderHalfHeightSeconds, pauseUnderOneHeightSeconds, pauseUnderTwoHeightsSeconds
  case pauseUnderFourHeightsSeconds, pauseBeyondFourHeightsSeconds, pauseLineBreakSeconds
  /// Those of over a minute, with the app in the foreground; they are in none of the others.
  case breakSeconds
  case toolChangeSeconds, swipeSeconds, flipSeconds, awaySeconds, sittingGapHours

  // Edits.
  case eraseBurstStrokes, lassoStrokes, dragSteps, imageKilobytes

  // Page turning.
  case revisitStrokes, revisitDistancePages, browsingFlips

  // One value a session.
  case basePages, strokesPerSession, sessionMinutes

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
/// The names are keys of the summary format.
package enum Count: String, CaseIterable, Sendable {
  case sessions, sessionsWithTimes, sessionsWithPauses, sessionsWithPressure
  /// Those in which somebody can be seen at work, in contrast to notebooks that another program kept.
  case sessionsAtWork
  /// Written in sessions at work; those of notebooks are counted apart.
  case strokes, points
  case notebookStrokes, pagesAtEnd
  case basePagesWithInk, basePagesWithImage
  case strokesErased, strokesCut, undos, redos, strokesMoved, lassos, images
  /// Erasures and lassos, those that began within the last twenty strokes, and how many of them would have by
  /// chance, in thousandths.
  case targets, recentTargets, recentTargetsByChanceThousandths
  /// Bursts of erasing, and those after which strokes were written in the same place.
  case eraseBursts, rewritings
  /// Moves that went on with the one before: steps of one drag.
  case lassoSteps
  case revisits, browsingRuns, pagesAdded, pagesDeleted, pagesMoved
  case backgrounds, relaunches, sittings, libraryVisits, exports
  /// Steps from sample to sample, those without time, and those after lost reports.
  case steps, repeatedTimes, lostReports
  case penDownMilliseconds, writingMilliseconds
  /// Opaque bytes: number, sum of bytes, and what a straight line through bytes by points needs.
  case opaqueBytes, opaquePoints, opaquePointsSquared, opaqueBytesTimesPoints, opaqueStrokes
}

/// Something that takes few values, each counted by its name.
package enum Tally: String, CaseIterable, Sendable {
  /// Width and height of pages, in tenths of a point, as `5953x8419`.
  case canvas
  /// Samples a second, to the nearest that tablets have.
  case sampleRateHertz
  /// Nominal width of pen strokes, in tenths of a point.
  case penWidth
  case tool
  /// `first` or `last`.
  case startPage
  /// As `debounce 500`, with the longest wait after it if there is one.
  case savePolicy
  /// Where times come from.
  case times
}
