internal import InkModel

extension Plot {
  /// Every save at its time in the session, as high as it took long; one row a case.
  static func saveTimeline(of group: CaseGroup, lengthMilliseconds: UInt64) -> Plot? {
    let axis = SessionAxis(lengthMilliseconds: lengthMilliseconds)
    let rows = group.cases.compactMap { row -> (title: String, marks: [MarkedPoints])? in
      let marks = saveMarks.compactMap { MarkedPoints($0, saves: row.savePoints($0.phase), axis) }
      let activities = activityMarks.compactMap { MarkedPoints($0, in: row, axis) }
      return marks.isEmpty ? nil : (row.curveTitle, marks + activities)
    }
    guard !rows.isEmpty else { return nil }
    let shown = rows.prefix(Panels.panelsMax)
    let times = shown.flatMap { $0.marks.flatMap(\.points) }.map(\.seconds)
    let range = (times.min() ?? 1e-9) / 2...(times.max() ?? 1) * 2
    let panels = shown.enumerated().map { index, row in
      Panels.Panel(title: row.title, body: panelBody(row.marks, name: "row\(index)"))
    }
    let isThinned = shown.contains { $0.marks.contains(where: \.isThinned) }
    let names = Set(shown.flatMap { $0.marks.map(\.title) })
    let legend = (saveMarks.map { ($0.title, $0.style) } + activityMarks.map { ($0.title, $0.style) })
      .filter { names.contains($0.0) }
      .map { "with points \($0.1) pointsize 0.9 title \(quoted($0.0))" }
    let picture = Panels(
      panels: panels, columns: 1, panelHeight: 92, legend: legend, xLabel: axis.label, yLabel: "service time")
    let blocks = shown.enumerated().flatMap { index, row in
      row.marks.enumerated().map { number, marks in
        block("row\(index)mark\(number)", marks.points.map { "\($0.position) \($0.seconds)" })
      }
    }
    let settings = """
      set logscale y
      unset mytics
      set yrange [\(range.lowerBound):\(range.upperBound)]
      set format y '%.0s %cs'

      """
    return Plot(
      name: "save-timeline-\(group.slug).svg", group: group.slug,
      caption:
        "When saves happened and how long each took (\(group.title)): each mark is a save at its time in the "
        + "session, median of the rounds; hollow marks are compactions and checkpoints, whose time is part of the "
        + "call they happened in."
        + (isThinned ? " Where they are dense, the quickest and the slowest of each moment are drawn." : "")
        + omitted(rows.count),
      body: blocks.joined() + axis.settings + settings + picture.body, height: picture.height)
  }

  private static func panelBody(_ marks: [MarkedPoints], name: String) -> String {
    let layers = marks.enumerated().map { number, marks in
      "$\(name)mark\(number) using 1:2 with points \(marks.style) notitle"
    }
    return "plot \(layers.joined(separator: ", \\\n  "))\n"
  }

  /// The end of a caption where cases had no room.
  static func omitted(_ count: Int, of most: Int = Panels.panelsMax) -> String {
    count > most ? " Only the first \(most) of \(count) stores are drawn." : ""
  }

  private static let saveMarks = [
    SaveMark(phase: .saveAutosave, title: "autosave", style: "linetype 1 pointtype 7", size: 0.35),
    SaveMark(phase: .savePageClose, title: "page close", style: "linetype 2 pointtype 5", size: 0.6),
    SaveMark(phase: .saveBackground, title: "background", style: "linetype 3 pointtype 9", size: 0.8),
    SaveMark(
      phase: .saveDocumentClose, title: "document close", style: "linetype 4 pointtype 13", size: 0.9),
  ]

  private static let activityMarks = [
    ActivityMark(
      activity: "compaction", title: "compaction", style: "linetype 7 pointtype 10", size: 0.8),
    ActivityMark(
      activity: "checkpoint", title: "checkpoint", style: "linetype 6 pointtype 12", size: 0.8),
  ]
}

/// How the saves of a phase are drawn.
private struct SaveMark {
  var phase: Phase
  var title: String
  var style: String
  var size: Double
}

/// How an activity is drawn.
private struct ActivityMark {
  var activity: String
  var title: String
  var style: String
  var size: Double
}

/// The points of one mark in one row.
private struct MarkedPoints {
  var title: String
  var style: String
  var points: [(position: Double, seconds: Double)]
  /// Whether there are more than are drawn.
  let isThinned: Bool

  init?(_ mark: SaveMark, saves: [SavePoint], _ axis: SessionAxis) {
    self.init(
      mark.title, mark.style, mark.size,
      saves.map { (axis.position($0.intendedMilliseconds), Plot.seconds($0.nanoseconds)) }, axis)
  }

  init?(_ mark: ActivityMark, in row: CaseRow, _ axis: SessionAxis) {
    guard let calls = row.timeline?.activities.first(where: { $0.activity == mark.activity }) else {
      return nil
    }
    self.init(
      mark.title, mark.style, mark.size,
      zip(calls.intendedMilliseconds, calls.nanoseconds).map {
        (axis.position($0), Plot.seconds(Double($1)))
      }, axis)
  }

  private init?(
    _ title: String, _ style: String, _ size: Double, _ points: [(position: Double, seconds: Double)],
    _ axis: SessionAxis
  ) {
    guard !points.isEmpty else { return nil }
    self.title = title
    // Few small marks would be overlooked.
    self.style = "\(style) pointsize \(points.count < Self.few ? max(size, 0.6) : size)"
    self.points = Self.thinned(points, axis)
    isThinned = self.points.count < points.count
  }

  private static let few = 60

  /// Columns of a row that marks can be told apart in.
  private static let columns = 300

  /// Of more points than the row has room for, the quickest and the slowest of each column.
  private static func thinned(
    _ points: [(position: Double, seconds: Double)], _ axis: SessionAxis
  ) -> [(position: Double, seconds: Double)] {
    guard points.count > 2 * columns else { return points }
    var extremes: [Int: (least: Int, most: Int)] = [:]
    for (index, point) in points.enumerated() {
      let column = Int(point.position / axis.end * Double(columns))
      var found = extremes[column] ?? (index, index)
      if point.seconds < points[found.least].seconds { found.least = index }
      if point.seconds > points[found.most].seconds { found.most = index }
      extremes[column] = found
    }
    return Set(extremes.values.flatMap { [$0.least, $0.most] }).sorted().map { points[$0] }
  }
}
