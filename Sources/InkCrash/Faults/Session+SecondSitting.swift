internal import InkModel
internal import InkReplay

extension Session {
  /// The session and what the writer does when he comes back: he opens the document and closes it again,
  /// opens it once more, and draws a stroke on each of its first pages.
  ///
  /// What a store does with a file that it can't read shows when it has to work with a store that is there.
  func withSecondSitting() -> Session {
    var session = self
    var now = events.map(\.endMilliseconds).max() ?? 0
    func add(_ action: Action) {
      now += Self.pauseMilliseconds
      session.events.append(Event(startMilliseconds: now, action: action))
    }
    let plan = ReplayPlan(self)
    let history = DocumentHistory(session: self, plan: plan)
    add(.openDocument)
    add(.closeDocument)
    add(.openDocument)
    for (place, page) in history.pages(by: plan.steps.count).prefix(Self.pagesMax).enumerated() {
      add(.turnTo(page.id))
      let points = ArenaRange(start: session.arena.points.count, count: 2)
      session.arena.points.append(SamplePoint(x: 100, y: 200, t: 0, pressure: 500, radius: 10))
      session.arena.points.append(SamplePoint(x: 400, y: 250, t: 90, pressure: 600, radius: 12))
      let stroke = Stroke(
        id: ElementID(rawValue: Self.firstElement + UInt64(place)),
        ink: Ink(tool: .pen, colour: 0x2030_40FF, width: 20), points: points,
        opaque: ArenaRange(start: session.arena.opaque.count, count: 0))
      add(.edit(page.id, .put(.stroke(stroke), index: 0), cause: .write))
    }
    add(.closeDocument)
    return session
  }

  private static let pagesMax = 3
  /// Beyond the ids of sessions and of excerpts' endings.
  private static let firstElement: UInt64 = 1 << 52 + 1_000
  /// Long enough for any save timer to fire in between.
  private static let pauseMilliseconds: UInt64 = 3_000
}
