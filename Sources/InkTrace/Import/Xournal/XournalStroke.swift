internal import InkModel

/// One stroke of a Xournal++ file while it is read, and the rules by which it is mended.
///
/// A coordinate without its partner is dropped. The widths after the first belong to the segments, so there
/// is one fewer than points: more are dropped, and where they are too few the points without are dropped.
/// (Many files end the list with a width of the last point's own, or with −1 for it, which is no damage.) A
/// point that is no number, and a segment whose width is no positive number, are dropped, and the stroke is
/// split there. What then has fewer than two points is discarded.
struct XournalStroke {
  private var ink = Ink()
  /// Width of the line, in points.
  private var width = 1.0
  /// What pressure 1 stands for: a width, or 1 where the file has pressures themselves.
  private var pressureScale = 1.0
  private var hasWidths = false
  private var pressures: [Double] = []
  private var coordinates: [Double] = []

  /// Xournal++'s medium pen, in points, where a file has no width.
  private static let mediumWidth = 1.41
  /// Thousandths, where a file has no pressure.
  private static let pressureUnknown: UInt16 = 500

  /// Points so far.
  var pointCount: Int { coordinates.count / 2 }

  /// Begins a stroke.
  mutating func begin(_ attributes: [String: String], report: inout ImportReport) {
    coordinates.removeAll(keepingCapacity: true)
    pressures.removeAll(keepingCapacity: true)
    readWidths(attributes["width"] ?? "")
    hasWidths = attributes["pressures"] == nil
    if let text = attributes["pressures"] { pressures = Self.numbers(text) }
    if !(width > 0 && width <= Self.widthMax) {
      // A stroke that is varied but has no width of its own is as wide as its widest segment.
      let widest = hasWidths ? pressures.lazy.filter { $0 > 0 && $0 <= Self.widthMax }.max() : nil
      width = widest ?? Self.mediumWidth
      report.count(.unreadableWidth)
    }
    pressureScale = hasWidths ? width : 1
    ink = Ink(
      tool: tool(attributes["tool"], report: &report), colour: ColourText.value(attributes["color"]),
      width: UInt16((width * 10).rounded()))
  }

  /// Takes the next coordinate; x and y alternate.
  mutating func take(_ coordinate: Double) { coordinates.append(coordinate) }

  /// Mends the stroke and adds what is left of it.
  mutating func finish(into recorded: inout RecordedInk) throws(ImportFault) {
    if coordinates.count % 2 == 1 {
      coordinates.removeLast()
      recorded.report.count(.oddCoordinate)
    }
    fitPressures(&recorded.report)
    var portions = 0
    var start = recorded.points.count
    for index in 0..<pointCount {
      let isSound = Self.isSound(coordinates[2 * index]) && Self.isSound(coordinates[2 * index + 1])
      if isSound { recorded.points.append(sample(index)) } else { recorded.report.count(.unreadablePoint) }
      let goesOn = isSound && (index + 1 == pointCount || isSoundSegment(index))
      if isSound, !goesOn { recorded.report.count(.unreadablePressure) }
      guard !goesOn || index + 1 == pointCount else { continue }
      if recorded.points.count - start >= 2 {
        try recorded.addStroke(ink, from: start)
        portions += 1
      } else {
        recorded.points.removeLast(recorded.points.count - start)
      }
      start = recorded.points.count
    }
    if portions == 0 { recorded.report.count(.discardedStroke) }
    if portions > 1 { recorded.report.count(.splitStroke) }
  }

  private mutating func fitPressures(_ report: inout ImportReport) {
    guard !pressures.isEmpty, pointCount > 0 else { return }
    let surplus = pressures.count - (pointCount - 1)
    if surplus > 1 {
      report.count(.surplusPressures, surplus)
      pressures.removeLast(surplus)
    } else if surplus == 1, let last = pressures.last, !(last > 0) {
      pressures.removeLast()
      if last != -1 { report.count(.surplusPressures) }
    } else if surplus < 0 {
      coordinates.removeLast(-surplus * 2)
      report.count(.missingPressures, -surplus)
    }
  }

  private func sample(_ index: Int) -> SamplePoint {
    let x = Int32((coordinates[2 * index] * 10).rounded())
    let y = Int32((coordinates[2 * index + 1] * 10).rounded())
    guard !pressures.isEmpty else {
      return SamplePoint(x: x, y: y, t: 0, pressure: Self.pressureUnknown, radius: radius(of: width))
    }
    // The last point has no segment of its own and a portion's last point has an unsound one.
    var segment = min(index, pressures.count - 1)
    if segment > 0, !(pressures[segment] > 0) { segment -= 1 }
    let value = pressures[segment] > 0 ? pressures[segment] : 0
    return SamplePoint(
      x: x, y: y, t: 0, pressure: UInt16(min(value / pressureScale * 1_000, 1_000).rounded()),
      radius: radius(of: hasWidths ? value : value * width))
  }

  private func radius(of width: Double) -> UInt16 { UInt16(min((width * 5).rounded(), 65_535)) }

  private func isSoundSegment(_ index: Int) -> Bool { pressures.isEmpty || pressures[index] > 0 }

  private static func isSound(_ coordinate: Double) -> Bool {
    abs(coordinate * 10) <= TraceLimits.coordinateMax
  }

  /// Wider lines don't fit the model's tenths of a point.
  private static let widthMax = 6_553.0

  private mutating func readWidths(_ text: String) {
    var values = Self.numbers(text)
    width = values.isEmpty ? .nan : values.removeFirst()
    pressures = values
  }

  private func tool(_ name: String?, report: inout ImportReport) -> Tool {
    switch name {
    case "pen", nil: return .pen
    case "highlighter": return .highlighter
    // The eraser that leaves a stroke is white paint.
    case "eraser": return .pen
    default:
      report.count(.unknownTool)
      return .pen
    }
  }

  private static func numbers(_ text: String) -> [Double] {
    var values: [Double] = []
    var splitter = TextSplitter(at: .space)
    splitter.feed(text.utf8Span.span) { part in values.append(DecimalText.value(of: part)) }
    splitter.finish { part in values.append(DecimalText.value(of: part)) }
    return values
  }
}
