internal import InkModel
package import InkSimulation

/// A workload cut down to sessions that a check replays by the thousand.
///
/// Logic goes wrong where pages, edits and the app's comings and goings meet, and not where strokes are many
/// or long. So the mix of edits, the pauses and the save policy stay as the workload has them; strokes,
/// pages, images and their sizes shrink, and whatever happens a set number of times per session comes at most
/// once in so many strokes. Whatever the workload has less of stays as it is.
package struct SmallWorkload: Sendable {
  /// Strokes of a session unless the user says otherwise.
  package static let strokesStandard = 40
  /// What the user may say: fewer leave nothing to go wrong, more are what a run is for.
  package static let strokesAllowed = 5...2_000

  package let workload: Workload
  private let fullPage: Int

  /// Cuts a workload down to sessions of at most so many strokes.
  package init(_ original: Workload, strokes: Int) {
    var small = original
    small.session.strokes = min(small.session.strokes, strokes)
    small.session.sittings = Self.capped(small.session.sittings, at: Self.sittingsMax)
    small.document.basePages = min(small.document.basePages, Self.basePagesMax)
    small.document.opaqueBytesPerStroke = min(small.document.opaqueBytesPerStroke, Self.opaqueBytesMax)
    small.document.opaqueBytesPerPoint = min(small.document.opaqueBytesPerPoint, Self.opaqueBytesPerPointMax)
    small.hand.pointsPerStroke = small.hand.pointsPerStroke.map {
      Self.capped($0, at: Self.pointsPerStrokeMax)
    }
    small.edits.dragSteps = Self.capped(small.edits.dragSteps, at: Self.dragStepsMax)
    fullPage = max(Self.emptiestPage + 1, strokes / Self.pagesPerSession)
    small.page.strokesPerPage = Self.narrowed(
      small.page.strokesPerPage, Double(Self.emptiestPage)...Double(fullPage))
    small.hand.sampleRateHertz = min(small.hand.sampleRateHertz, Self.sampleRateHertz)
    small.edits.imageKilobytes = Self.narrowed(small.edits.imageKilobytes, 1...Self.imageKilobytesMax)
    let most = max(1, strokes / Self.strokesPerErrand)
    small.edits.images = min(small.edits.images, most)
    small.pages.browsingRuns = min(small.pages.browsingRuns, most)
    small.pages.additions = min(small.pages.additions, most)
    small.pages.deletions = min(small.pages.deletions, most)
    small.pages.reorders = min(small.pages.reorders, most)
    small.app.backgrounds = min(small.app.backgrounds, most)
    small.app.relaunches = min(small.app.relaunches, most)
    small.app.libraryVisits = min(small.app.libraryVisits, most)
    small.app.exports = min(small.app.exports, most)
    workload = small
  }

  /// The sizes in words, for reports.
  package var summary: String {
    "at most \(workload.session.strokes) strokes, \(workload.document.basePages) base pages, "
      + "\(Self.emptiestPage) to \(fullPage) strokes a page, "
      + "\(workload.hand.sampleRateHertz) samples a second"
  }

  /// A page fills up a few times per session, so that pages are turned and added.
  private static let pagesPerSession = 3
  private static let emptiestPage = 4
  private static let basePagesMax = 3
  private static let sittingsMax = 2.0
  private static let pointsPerStrokeMax = 120.0
  private static let dragStepsMax = 6.0
  private static let opaqueBytesPerPointMax = 4
  private static let strokesPerErrand = 10
  private static let opaqueBytesMax = 64
  /// The slowest tablet: a quarter of the samples of the fastest.
  private static let sampleRateHertz = 60
  private static let imageKilobytesMax = 4.0

  /// A quantity that is never above a number; one that may be is spread evenly below it instead.
  private static func capped(_ quantity: Quantity, at most: Double) -> Quantity {
    if case .constant(let value) = quantity.distribution, value <= most { return quantity }
    return narrowed(quantity, quantity.bounds.lowerBound...max(most, quantity.bounds.lowerBound))
  }

  /// The part of a range in which values are small, spread evenly.
  private static func narrowed(_ quantity: Quantity, _ range: ClosedRange<Double>) -> Quantity {
    let low = max(quantity.bounds.lowerBound, range.lowerBound)
    let high = max(low, min(quantity.bounds.upperBound, range.upperBound))
    return Quantity(.uniform(low: low, high: high), within: quantity.bounds)
  }
}
