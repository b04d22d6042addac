package import InkModel

/// How a writer's hand moves.
package enum HandStyle: String, Hashable, Sendable, CaseIterable {
  /// Single letters, many short strokes.
  case print
  /// Joined-up writing: one or two long strokes a word.
  case cursive
  /// Drawing: long arcs all over the page.
  case sketch
}

/// Where a session begins.
package enum StartPage: String, Hashable, Sendable, CaseIterable {
  case first, last
}

/// When an app takes the drag of a selection down as a change of its document.
package enum DragCommit: String, Hashable, Sendable, CaseIterable {
  /// Once, as one move.
  case release
  /// At every step that the screen shows: many small moves.
  case step
}

/// How pages of the base are written that show an image.
package enum BaseImageUse: String, Hashable, Sendable, CaseIterable {
  /// Below the image, as beside a photo.
  case apart
  /// On the image, as on a scan.
  case writtenOn = "written-on"
}

package struct DocumentParameters: Hashable, Sendable {
  package var title = ""
  package var basePages = 0
  package var basePageFill = 0.0
  package var basePagesWithImageShare = 0.0
  package var baseImages = BaseImageUse.apart
  package var opaqueBytesPerStroke = 0
  package var opaqueBytesPerPoint = 0
}

package struct PageParameters: Hashable, Sendable {
  package var widthPoints = 0.0
  package var heightPoints = 0.0
  package var marginMillimetres = 0.0
  package var strokesPerPage = Quantity.unset
  package var linePitchXHeights = 0.0
  package var lineStartJitterMillimetres = 0.0
  package var diagramShare = 0.0
  package var highlightedWordShare = 0.0
  package var goBackShare = 0.0
  package var jumpUpShare = 0.0
}

package struct HandParameters: Hashable, Sendable {
  package var style = HandStyle.print
  package var xHeightMillimetres = 0.0
  package var letterAspect = 0.0
  package var writerSpread = 0.0
  package var subStrokeMilliseconds = 0.0
  package var pointsPerStroke: Quantity?
  package var pressure = 0.0
  package var pressureNoise = 0.0
  package var penWidthPoints = 0.0
  package var sampleRateHertz = 0
  package var lostReportShare = 0.0
  package var repeatedTimeShare = 0.0
}

package struct SessionParameters: Hashable, Sendable {
  package var strokes = 0
  package var minutes: Double?
  package var sittings = Quantity.unset
  package var sittingMinutes: Quantity?
  package var sittingGapHours = Quantity.unset
  package var startPage = StartPage.first
}

package struct PauseParameters: Hashable, Sendable {
  package var underHalfHeightSeconds = Quantity.unset
  package var underOneHeightSeconds = Quantity.unset
  package var underTwoHeightsSeconds = Quantity.unset
  package var underFourHeightsSeconds = Quantity.unset
  package var beyondFourHeightsSeconds = Quantity.unset
  package var lineBreakSeconds = Quantity.unset
  package var longLineBreakShare = 0.0
  package var longLineBreakSeconds = Quantity.unset
  package var thinkShare = 0.0
  package var thinkSeconds = Quantity.unset
  package var breakShare = 0.0
  package var breakSeconds = Quantity.unset
  package var toolChangeSeconds = Quantity.unset
  package var swipeSeconds = Quantity.unset
}

package struct EditParameters: Hashable, Sendable {
  package var removedShare = 0.0
  package var wholeEraseWeight = 0.0
  package var partialEraseWeight = 0.0
  package var undoWeight = 0.0
  package var redoShare = 0.0
  package var partialErasePieces = Quantity.unset
  package var partialEraseSeconds = Quantity.unset
  package var eraseBurstStrokes = Quantity.unset
  package var eraseStepSeconds = Quantity.unset
  package var rewriteShare = 0.0
  package var recentShare = 0.0
  package var recentStrokes = 0
  package var movedShare = 0.0
  package var lassoStrokes = Quantity.unset
  package var dragSteps = Quantity.unset
  package var dragStepsPerSecond = 0.0
  package var dragMillimetres = 0.0
  package var dragCommit = DragCommit.release
  package var images = 0
  package var imageKilobytes = Quantity.unset
  package var imagePlacingSeconds = Quantity.unset
}

package struct PageTurningParameters: Hashable, Sendable {
  package var revisitShare = 0.0
  package var revisitStrokes = Quantity.unset
  package var revisitDistance = Quantity.unset
  package var revisitAnywhereShare = 0.0
  package var browsingRuns = 0
  package var browsingFlips = Quantity.unset
  package var browsingBackShare = 0.0
  package var flipSeconds = Quantity.unset
  package var additions = 0
  package var deletions = 0
  package var reorders = 0
}

package struct AppParameters: Hashable, Sendable {
  package var backgroundShareOfBreaks = 0.0
  package var backgrounds = 0
  package var relaunches = 0
  package var awaySeconds = Quantity.unset
  package var libraryVisits = 0
  package var shelfSeconds = Quantity.unset
  package var exports = 0
}

package struct SavingParameters: Hashable, Sendable {
  package var trigger = SavePolicy.Trigger.debounce
  package var delayMilliseconds = 0
  package var maxWaitMilliseconds: Int?
}
