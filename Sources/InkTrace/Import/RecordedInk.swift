internal import InkModel

/// What readers of other formats make of a file: pages of strokes and images, in drawing order.
struct RecordedInk {
  /// A stroke and the clock of its samples, if they have one.
  struct RecordedStroke {
    var ink: Ink
    /// Its samples, in `RecordedInk.points`; their times count from the first one if `clock` is set.
    var points: Range<Int>
    /// First and last time of the samples on the file's clock, in milliseconds; nil if they have no times.
    var clock: ClosedRange<Double>?
  }

  enum Item {
    case stroke(RecordedStroke)
    case image(Frame, byteCount: Int)
  }

  struct RecordedPage {
    var canvas: Canvas
    var items: [Item] = []
    /// Whether the clocks of this page's strokes run on from stroke to stroke.
    var hasRunningClock = false
  }

  private(set) var pages: [RecordedPage] = []
  var points: [SamplePoint] = []
  var report = ImportReport()

  /// Begins the next page.
  mutating func beginPage(_ canvas: Canvas) throws(ImportFault) {
    guard pages.count < TraceLimits.pageCountMax else {
      throw ImportFault("has more than \(TraceLimits.pageCountMax) pages; divide it")
    }
    pages.append(RecordedPage(canvas: canvas))
    report.pages += 1
  }

  /// Adds a stroke to the last page, with the samples from an index to the end.
  mutating func addStroke(
    _ ink: Ink, from start: Int, clock: ClosedRange<Double>? = nil
  ) throws(ImportFault) {
    guard report.strokes < TraceLimits.strokeCountMax, points.count <= TraceLimits.pointCountMax else {
      throw ImportFault("has more strokes or samples than a session can hold; divide it")
    }
    let stroke = RecordedStroke(ink: ink, points: start..<points.count, clock: clock)
    pages[pages.count - 1].items.append(.stroke(stroke))
    report.strokes += 1
    report.points += stroke.points.count
  }

  /// Adds an image to the last page.
  mutating func addImage(_ frame: Frame, byteCount: Int) {
    pages[pages.count - 1].items.append(.image(frame, byteCount: byteCount))
    report.images += 1
  }

  /// Notes that the last page's clocks run on from stroke to stroke.
  mutating func markRunningClock() { pages[pages.count - 1].hasRunningClock = true }
}

/// Why a file can't be imported; the place is added by whoever reads the file.
struct ImportFault: Error, Hashable {
  var message: String
  init(_ message: String) { self.message = message }
}
