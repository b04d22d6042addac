package import InkModel

/// What the picture of a session's course is made from.
package struct SessionTimeline: Sendable {
  /// One save, as the save policy brings it about.
  package struct Save: Hashable, Sendable {
    package var startMilliseconds: UInt64
    package var reason: SaveReason
    /// Strokes that the writer drew since the save before.
    package var strokeCount: Int

    package init(startMilliseconds: UInt64, reason: SaveReason, strokeCount: Int) {
      self.startMilliseconds = startMilliseconds
      self.reason = reason
      self.strokeCount = strokeCount
    }
  }

  package var name: String
  /// Where the session comes from, for readers of the file.
  package var origin: String
  /// The save policy in words.
  package var policy: String
  package var lossWindowMilliseconds: UInt64
  /// The document's pages when the session begins, in reading order.
  package var pages: [PageID]
  package var events: [Event]
  package var saves: [Save]
  /// What the app itself saved while the session was recorded, if it was.
  package var recordedSaves: [RecordedSave]

  package init(
    name: String, origin: String, policy: String, lossWindowMilliseconds: UInt64, pages: [PageID],
    events: [Event], saves: [Save], recordedSaves: [RecordedSave] = []
  ) {
    self.name = name
    self.origin = origin
    self.policy = policy
    self.lossWindowMilliseconds = lossWindowMilliseconds
    self.pages = pages
    self.events = events
    self.saves = saves
    self.recordedSaves = recordedSaves
  }
}

extension SessionTimeline {
  /// The picture's file, SVG.
  package func svg() -> [UInt8] {
    let scale = TimelineScale(busy: busySpans, from: TimelinePainter.left, to: TimelinePainter.right)
    var painter = TimelinePainter(scale: scale)
    let lines = ["\(origin)  ·  \(sessionSummary)", savingSummary, recordedSummary]
    painter.heading(title: name, lines: lines.compactMap(\.self))
    paintChanges(with: &painter)
    paintPauses(with: &painter)
    paintPages(with: &painter)
    paintApp(with: &painter)
    paintSaves(with: &painter)
    paintRecordedSaves(with: &painter)
    painter.axis()
    painter.legend()
    return painter.finish(title: "\(name): the course of the session", description: "\(origin).")
  }

  /// Spans in which something happens; the time between them may be cut short.
  private var busySpans: [ClosedRange<UInt64>] {
    events.map { $0.startMilliseconds...$0.endMilliseconds }
      + saves.map { $0.startMilliseconds...$0.startMilliseconds } + recordedSaves.map(\.time)
  }

  private var sessionSummary: String {
    let edits = events.count { if case .edit = $0.action { true } else { false } }
    let strokes = events.count { $0.isWrittenStroke }
    let length = TimelineText.duration(events.map(\.endMilliseconds).max() ?? 0)
    return "\(TimelineText.count(strokes, "stroke")) written and "
      + "\(TimelineText.count(edits - strokes, "other change")) in \(length)"
  }

  private var savingSummary: String {
    let strokes = saves.reduce(0) { $0 + $1.strokeCount }
    let mean = saves.isEmpty ? "–" : Humanised.digits(Double(strokes) / Double(saves.count))
    return "Save policy: \(policy)  ·  \(TimelineText.count(saves.count, "save"))  ·  "
      + "\(mean) strokes per save  ·  loss window \(TimelineText.duration(lossWindowMilliseconds))"
  }
}
