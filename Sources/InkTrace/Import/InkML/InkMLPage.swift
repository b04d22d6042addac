internal import InkModel

/// The traces of an InkML file in its own units, and how they come onto a page.
///
/// Where the file says how large its units are, that holds. Where it doesn't, the traces of unknown size are
/// scaled together so that the median stroke is 3.2 mm at its longer side, as measured in notes, or less if
/// the whole would not fit an A4 page with margins of 18 mm. Ink of unknown size, and ink that would lie left
/// of or above the page, is moved to the margins. A page that is too small for its ink grows.
struct InkMLPage {
  var points: [InkMLPoint] = []
  private var traces: [Trace] = []

  /// 16 million: thirty times the largest public collection in one file, 512 MiB in memory.
  static let pointCountMax = 1 << 24

  /// The sentence for a trace that nobody can have drawn.
  static let strokeTooLong = "a stroke has more than \(TraceLimits.strokePointCountMax) samples; divide it"

  private struct Trace {
    var points: Range<Int>
    var format: InkMLFormat
    var ink: Ink
  }

  /// 18 mm in tenths of a point.
  private static let margin = 510.0
  /// 3.2 mm in tenths of a point.
  private static let strokeSize = 90.7
  /// Thousandths, where a file has no force.
  private static let pressureUnknown: UInt16 = 500

  /// Adds a trace of points that have been appended, and returns its index.
  mutating func addTrace(_ range: Range<Int>, format: InkMLFormat, ink: Ink) -> Int {
    traces.append(Trace(points: range, format: format, ink: ink))
    return traces.count - 1
  }

  /// Lets an earlier trace go on with points that have been appended.
  mutating func extend(_ index: Int, with range: Range<Int>) throws(ImportFault) {
    let earlier = traces[index].points
    guard earlier.count + range.count <= TraceLimits.strokePointCountMax else {
      throw ImportFault(Self.strokeTooLong)
    }
    if earlier.upperBound == range.lowerBound {
      traces[index].points = earlier.lowerBound..<range.upperBound
      return
    }
    guard points.count + earlier.count + range.count <= Self.pointCountMax else {
      throw ImportFault("has more than \(Self.pointCountMax) points in continued traces; divide it")
    }
    let start = points.count
    points += Array(points[earlier])
    points += Array(points[range])
    traces[index].points = start..<points.count
  }

  /// Adds the page to the ink.
  func finish(into ink: inout RecordedInk) throws(ImportFault) {
    let fallback = fallbackScale()
    let placements = traces.map { trace in Placement(trace.format, fallback: fallback) }
    let bounds = bounds(placements)
    let isShifted = bounds.minX < 0 || bounds.minY < 0 || placements.contains { $0.isFallback }
    let dx = isShifted ? Self.margin - bounds.minX : 0
    let dy = isShifted ? Self.margin - bounds.minY : 0
    let canvas = Canvas(
      width: Self.side(bounds.maxX + dx, least: Canvas.a4.width),
      height: Self.side(bounds.maxY + dy, least: Canvas.a4.height))
    try ink.beginPage(canvas)
    var clocks: [ClosedRange<Double>?] = []
    for (trace, placement) in zip(traces, placements) {
      let start = ink.points.count
      let clock = clock(of: trace, report: &ink.report)
      var held = 0.0
      for point in points[trace.points] {
        let (x, y) = placement.position(of: point)
        if let clock { held = max(held, point.time * trace.format.timeScale - clock.lowerBound) }
        ink.points.append(
          SamplePoint(
            x: Self.coordinate(x + dx), y: Self.coordinate(y + dy), t: UInt32(held.rounded()),
            pressure: Self.pressure(point, trace.format), radius: UInt16((Int(trace.ink.width) + 1) / 2)))
      }
      try ink.addStroke(trace.ink, from: start, clock: clock)
      clocks.append(clock)
    }
    if Self.isRunning(clocks) { ink.markRunningClock() }
  }

  /// First and latest time of a trace in milliseconds; nil if a point has none or they span too long.
  private func clock(of trace: Trace, report: inout ImportReport) -> ClosedRange<Double>? {
    let scale = trace.format.timeScale
    guard let first = points[trace.points].first.map({ $0.time * scale }), abs(first) <= Self.clockMax else {
      return nil
    }
    var latest = first
    var backward = 0
    for point in points[trace.points] {
      let time = point.time * scale
      guard time - first <= Self.strokeDurationMax else { return nil }  // as is no number
      if time < latest { backward += 1 }
      latest = max(latest, time)
    }
    report.count(.backwardTime, backward)
    return first...latest
  }

  /// A day in milliseconds: what takes longer is no stroke.
  private static let strokeDurationMax = 86_400_000.0
  /// Milliseconds that a double keeps exactly.
  private static let clockMax = 0x1p52

  /// Thirty days in milliseconds: a longer pause is a broken clock.
  private static let pauseMax = 2_592_000_000.0

  /// Whether each stroke begins after the one before has ended, by one clock.
  private static func isRunning(_ clocks: [ClosedRange<Double>?]) -> Bool {
    var latest: Double?
    for clock in clocks {
      guard let clock, (0...pauseMax).contains(clock.lowerBound - (latest ?? clock.lowerBound)) else {
        return false
      }
      latest = clock.upperBound
    }
    return true
  }

  /// A coordinate in the model's type; far-off ones, which only broken files have, stop at its bounds.
  private static func coordinate(_ value: Double) -> Int32 {
    Int32(min(max(value.rounded(), -coordinateMax), coordinateMax))
  }

  /// Within `Int32`, with room for edits that move the ink.
  private static let coordinateMax = 1e9

  private static func pressure(_ point: InkMLPoint, _ format: InkMLFormat) -> UInt16 {
    let pressure = format.pressure(of: point.force)
    return pressure.isNaN ? pressureUnknown : UInt16((pressure * 1_000).rounded())
  }

  private static func side(_ reach: Double, least: Int32) -> Int32 {
    guard reach.isFinite, reach > Double(least) else { return least }
    return coordinate((reach + margin).rounded(.up))
  }

  private func bounds(_ placements: [Placement]) -> Bounds {
    var bounds = Bounds()
    for (trace, placement) in zip(traces, placements) {
      for point in points[trace.points] {
        let (x, y) = placement.position(of: point)
        bounds.include(x, y)
      }
    }
    return bounds
  }

  /// Tenths of a point to one unit of the traces whose units are unknown.
  private func fallbackScale() -> Double {
    var sizes: [Double] = []
    var whole = Bounds()
    for trace in traces where Placement(trace.format, fallback: 1).isFallback {
      var bounds = Bounds()
      for point in points[trace.points] { bounds.include(point.x, point.y) }
      whole.include(bounds.minX, bounds.minY)
      whole.include(bounds.maxX, bounds.maxY)
      sizes.append(max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY))
    }
    sizes.sort()
    let median = sizes.isEmpty ? 0 : sizes[sizes.count / 2]
    var scale = median > 0 ? Self.strokeSize / median : 1
    let width = whole.maxX - whole.minX
    let height = whole.maxY - whole.minY
    if width > 0 { scale = min(scale, (Double(Canvas.a4.width) - 2 * Self.margin) / width) }
    if height > 0 { scale = min(scale, (Double(Canvas.a4.height) - 2 * Self.margin) / height) }
    return scale
  }
}

/// How a format's values become tenths of a point.
private struct Placement {
  var xScale: Double
  var yScale: Double
  /// Whether the file does not say how large its units are.
  var isFallback: Bool

  init(_ format: InkMLFormat, fallback: Double) {
    let x = format.scale(of: "X")
    let y = format.scale(of: "Y")
    isFallback = x == nil || y == nil
    xScale = isFallback ? fallback : x ?? fallback
    yScale = isFallback ? fallback : y ?? fallback
    if let index = format.index(of: "X"), format.channels[index].isReversed { xScale = -xScale }
    if let index = format.index(of: "Y"), format.channels[index].isReversed { yScale = -yScale }
  }

  func position(of point: InkMLPoint) -> (x: Double, y: Double) { (point.x * xScale, point.y * yScale) }
}

/// The smallest rectangle around some points.
private struct Bounds {
  var minX = Double.infinity
  var minY = Double.infinity
  var maxX = -Double.infinity
  var maxY = -Double.infinity

  mutating func include(_ x: Double, _ y: Double) {
    minX = min(minX, x)
    minY = min(minY, y)
    maxX = max(maxX, x)
    maxY = max(maxY, y)
  }
}
