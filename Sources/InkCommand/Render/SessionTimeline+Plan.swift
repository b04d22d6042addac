internal import InkModel
internal import InkReplay
internal import InkReport

extension SessionTimeline {
  /// The course of a session under its own save policy.
  init(_ session: Session) {
    let plan = ReplayPlan(session)
    self.init(
      name: session.name, origin: "Session \(session.name), \(session.originInWords)",
      policy: session.policy.summary,
      lossWindowMilliseconds: plan.lossWindowMilliseconds, pages: session.base.document.pages.map(\.id),
      events: session.events, saves: Self.saves(of: plan, session), recordedSaves: session.recordedSaves)
  }

  private static func saves(of plan: ReplayPlan, _ session: Session) -> [Save] {
    var saves: [Save] = []
    var strokeCount = 0
    for step in plan.steps {
      switch step.action {
      case .edit(let event): if session.events[event].isWrittenStroke { strokeCount += 1 }
      case .save(let reason, _):
        saves.append(
          Save(startMilliseconds: step.startMilliseconds, reason: reason, strokeCount: strokeCount))
        strokeCount = 0
      default: continue
      }
    }
    return saves
  }
}
