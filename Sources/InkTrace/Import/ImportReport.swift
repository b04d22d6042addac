/// What an import found, and what it had to mend or leave out.
package struct ImportReport: Hashable, Sendable {
  /// A kind of damage, or of content that a session can't carry, and what was done about it.
  package enum Repair: String, Hashable, Sendable, CaseIterable {
    case trailingBytes = "bytes after the compressed data were passed over"
    case oddCoordinate = "an x without its y was dropped"
    case surplusPressures = "more pressures than a stroke has segments were dropped"
    case missingPressures = "points without the pressure that the rest of the stroke has were dropped"
    case unreadablePoint = "points that are no numbers or out of range were dropped"
    case unreadablePressure = "segments with a pressure that is no positive number were dropped"
    case unreadableWidth = "a stroke's width that is no positive number was replaced"
    case unreadablePageSize = "a page size that is no positive number was replaced by A4"
    case missingValue = "values that a point lacks were taken from the point before"
    case surplusValue = "values beyond the channels of a point were dropped"
    case backwardTime = "times that run backwards were held"
    case splitStroke = "strokes were split where points were dropped"
    case discardedStroke = "strokes without enough sound points were discarded"
    case penUpTrace = "traces of a pen that did not touch were left out"
    case lostContinuation = "continued traces without their beginning were taken as strokes"
    case unknownTool = "unknown tools were taken as a pen"
    case skippedImage = "images without a size or without data were left out"
    case skippedText = "typed texts were left out"
    case skippedBackground = "page backgrounds from files were left out"
  }

  package var pages = 0
  package var strokes = 0
  package var points = 0
  package var images = 0
  private var counts: [Repair: Int] = [:]

  /// Starts with nothing found.
  package init() {}

  /// The repairs that were made and how many of each, in the order of `Repair`.
  package var repairs: [(what: Repair, count: Int)] {
    Repair.allCases.compactMap { repair in counts[repair].map { (repair, $0) } }
  }

  /// How often a repair was made.
  package func count(of repair: Repair) -> Int { counts[repair] ?? 0 }

  /// The repairs in one line, such as "2 × strokes were split where points were dropped".
  package var repairSummary: String {
    repairs.map { "\($0.count) × \($0.what.rawValue)" }.joined(separator: "; ")
  }

  mutating func count(_ repair: Repair, _ times: Int = 1) {
    guard times > 0 else { return }
    counts[repair, default: 0] += times
  }
}
