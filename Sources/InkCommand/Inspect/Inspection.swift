internal import InkModel
internal import InkSimulation
internal import InkTrace

/// Everything that `inspect` says of a session or summary, as values.
struct Inspection: Codable {
  /// A number of things of a kind.
  struct Part: Codable {
    var name: String
    var count: Int
  }

  /// A quantity of ink beside that of real ink.
  struct InkRow: Codable {
    var quantity: String
    var unit: String
    /// Nil if the ink doesn't show it, or if it was made up.
    var value: Double?
    var realLow: Double
    var realHigh: Double
    var isWithin: Bool?
    var source: String
  }

  /// A statistic of the writer, the pages or the app.
  struct Statistic: Codable {
    var name: String
    var unit: String
    var value: Double
  }

  /// How a quantity is distributed.
  struct Distribution: Codable {
    var measure: String
    var count: Int
    var p5: Double
    var p50: Double
    var p95: Double
  }

  var schema = Self.schemaName
  var name: String
  /// Where it came from, in words.
  var origin: String
  var events: [Part] = []
  var sizes: [Part] = []
  var ink: [InkRow] = []
  var statistics: [Statistic]
  var distributions: [Distribution]
  var policies: PolicyTable?
  /// What is not told, and why.
  var withheld: [String]

  static let schemaName = "inkbench-inspect/1"
}

extension Inspection {
  /// Looks into a session.
  init(_ session: Session, progress: (Double) -> Void) throws(CommandFailure) {
    let statistics = try InspectOperand.statistics(of: session) { progress($0 * 0.6) }
    name = session.name
    origin = "\(session.originInWords), times: \(session.times.rawValue)"
    self.statistics = Self.statistics(of: InkSummary(statistics))
    distributions = Measure.allCases.compactMap { measure in
      guard let p5 = statistics.quantile(0.05, of: measure), let p50 = statistics.quantile(0.5, of: measure),
        let p95 = statistics.quantile(0.95, of: measure)
      else { return nil }
      return Distribution(
        measure: measure.rawValue, count: statistics[measure].count, p5: p5, p50: p50, p95: p95)
    }
    withheld = Self.withheld(
      statistics[.sessionsWithTimes], statistics[.sessionsWithPauses], statistics[.sessionsWithPressure])
    events = Self.kinds(of: session)
    sizes = [
      Part(name: "pages of the base", count: session.base.document.pages.count),
      Part(name: "pages at the end", count: statistics[.pagesAtEnd]),
      Part(name: "strokes written", count: statistics[.strokes] + statistics[.notebookStrokes]),
      Part(name: "samples written", count: statistics[.points]),
      Part(name: "opaque bytes, of strokes measured", count: statistics[.opaqueBytes]),
    ]
    ink = Self.rows(statistics, bytesPerPoint: Self.deflatedBytesPerPoint(of: session))
    if session.shapes != .original {
      // The shapes were drawn anew, within the recorded extents.
      ink = ink.filter { row in Self.keptOfShapes.contains { row.quantity.hasPrefix($0) } }
      withheld.append("the course of strokes, their speed and pressure, because their shapes were dropped")
    }
    if statistics[.sessionsWithPauses] > 0 { policies = PolicyTable(session) { progress(0.6 + $0 * 0.4) } }
  }

  /// Looks into a summary, which has less to show.
  init(_ summary: InkSummary, name: String) {
    self.name = name
    origin = "a summary of \(summary[.sessions]) session\(summary[.sessions] == 1 ? "" : "s")"
    statistics = Self.statistics(of: summary)
    distributions = Measure.allCases.compactMap { measure in
      let histogram = summary[measure]
      guard let p5 = histogram.quantile(0.05), let p50 = histogram.median, let p95 = histogram.quantile(0.95)
      else { return nil }
      return Distribution(measure: measure.rawValue, count: histogram.count, p5: p5, p50: p50, p95: p95)
    }
    withheld =
      Self.withheld(
        summary[.sessionsWithTimes], summary[.sessionsWithPauses], summary[.sessionsWithPressure])
      + ["steps between samples, compressibility and save policies, which a summary does not hold"]
    sizes = [Part(name: "strokes written", count: summary[.strokes] + summary[.notebookStrokes])]
  }

  private static let keptOfShapes = ["stroke width", "stroke height", "pause"]

  private static func statistics(of summary: InkSummary) -> [Statistic] {
    SummaryStatistic.all.compactMap { statistic in
      statistic.value(summary).map { Statistic(name: statistic.name, unit: statistic.unit, value: $0) }
    }
  }

  /// What made-up times or pressure would only show again.
  private static func withheld(_ times: Int, _ pauses: Int, _ pressure: Int) -> [String] {
    var sentences: [String] = []
    if times == 0 { sentences.append("durations and speeds, because the times of samples were made up") }
    if pauses == 0 {
      sentences.append("pauses and save policies, because the times between strokes were made up")
    }
    if pressure == 0 { sentences.append("pressure, because the strokes have none of their own") }
    return sentences
  }

  private static func rows(_ statistics: SessionStatistics, bytesPerPoint: Double?) -> [InkRow] {
    let isJoined = InkSummary(statistics)[.subStrokesPerStroke].mean ?? 0 > joinedSubStrokes
    var rows = RealInk.compare(statistics.ink, isJoined: isJoined)
    rows.append(
      RealInk.compare(deflatedBytesPerPoint: statistics[.sessionsWithTimes] > 0 ? bytesPerPoint : nil))
    rows += RealInk.comparePauses(statistics.ink)
    return rows.map {
      InkRow(
        quantity: $0.quantity, unit: $0.unit, value: $0.generated, realLow: $0.real.lowerBound,
        realHigh: $0.real.upperBound, isWithin: $0.isWithin, source: $0.source)
    }
  }

  /// Printed letters have three or four sub-strokes, words many more; the mean tells the hand.
  private static let joinedSubStrokes = 4.5

  private static func deflatedBytesPerPoint(of session: Session) -> Double? {
    var text = DeflatedText()
    for event in session.events where text.pointCount < pointsDeflated {
      guard case .edit(_, .put(.stroke(let stroke), _), .write) = event.action else { continue }
      text.add(session.arena.points(of: stroke))
    }
    return text.bytesPerPoint()
  }

  /// Enough for a ratio within a per cent.
  private static let pointsDeflated = 500_000

  private static func kinds(of session: Session) -> [Part] {
    var counts: [String: Int] = [:]
    for event in session.events { counts[event.action.kindInWords, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      Part(name: $0.key, count: $0.value)
    }
  }
}

extension Action {
  fileprivate var kindInWords: String {
    switch self {
    case .edit(_, _, let cause): "edit: " + cause.rawValue
    case .insertAsset: "insert asset"
    case .turnTo: "turn to page"
    case .addPage: "add page"
    case .deletePage: "delete page"
    case .movePage: "move page"
    case .background: "background"
    case .foreground: "foreground"
    case .terminateAndRelaunch: "terminate and relaunch"
    case .openDocument: "open document"
    case .closeDocument: "close document"
    case .listLibrary: "list library"
    case .export: "export"
    }
  }
}
