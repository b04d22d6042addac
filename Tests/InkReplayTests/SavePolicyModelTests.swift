import InkModel
import InkReplay
import InkTestFixtures
import Testing

/// The planner against a second reading of the save policies that shares no code with it: a clock that ticks
/// through every millisecond.
///
/// At each tick first a timer that is due fires, then pens come down and go up, and then whatever else begins
/// happens.
@Suite("Save policies against a ticking clock") struct SavePolicyModelTests {
  struct Save: Hashable {
    var time: UInt64
    var reason: SaveReason
  }

  @Test("Whatever the policy and the session, saves come when the definitions say", arguments: 1...8)
  func agrees(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var reasons: Set<SaveReason> = []
    for _ in 0..<60 {
      let session = Self.session(&random)
      let plan = ReplayPlan(session)
      let planned = plan.steps.compactMap { step -> Save? in
        guard case .save(let reason, _) = step.action else { return nil }
        return Save(time: step.startMilliseconds, reason: reason)
      }
      var clock = TickingClock(session)
      clock.run()
      #expect(planned == clock.saves, "\(session.policy.summary)")
      #expect(plan.lossWindowMilliseconds == clock.lossWindow, "\(session.policy.summary)")
      reasons.formUnion(planned.map(\.reason))
    }
    #expect(reasons == Set(SaveReason.allCases))
  }

  /// A few seconds of strokes, erasures, page turns and stays in the background.
  private static func session(_ random: inout SplitMix64) -> Session {
    let document = Fixtures.document(pages: 3)
    let delay = UInt32(1 + random.below(150))
    let trigger = SavePolicy.Trigger.allCases[random.below(SavePolicy.Trigger.allCases.count)]
    let policy = SavePolicy(
      trigger: trigger, delayMilliseconds: delay,
      maxWaitMilliseconds: random.chance(0.5) ? UInt32(1 + random.below(400)) : nil)
    var session = Session(
      name: "random", origin: .recorded(app: "test"), times: .recorded, seed: 1, policy: policy,
      base: .inline(document))
    var page = document.pages[0].id
    var now: UInt64 = 0
    func add(_ action: Action, lasting duration: Int = 0) {
      session.events.append(
        Event(startMilliseconds: now, durationMilliseconds: UInt32(duration), action: action))
      now += UInt64(duration)
    }
    add(.openDocument)
    add(.turnTo(page))
    for number in 0..<30 {
      now += UInt64(random.chance(0.1) ? random.below(600) : random.below(120))
      switch random.below(12) {
      case 0:
        page = document.pages[random.below(3)].id
        add(.turnTo(page))
      case 1:
        add(.background)
        now += UInt64(random.below(200))
        add(.foreground)
      default:
        let edit = Edit.remove(ElementID(rawValue: UInt64(number)))
        add(.edit(page, edit, cause: .erase), lasting: random.chance(0.2) ? 0 : random.below(200))
      }
    }
    now += UInt64(random.below(300))
    add(.closeDocument)
    return session
  }
}

private struct TickingClock {
  private let session: Session
  private(set) var saves: [SavePolicyModelTests.Save] = []
  private(set) var lossWindow: UInt64 = 0
  private var page: PageID?
  private var penIsDown = false
  /// The ends of the changes that no save has.
  private var unsaved: [UInt64] = []

  init(_ session: Session) { self.session = session }

  mutating func run() {
    var next = 0
    let last = session.events.last?.startMilliseconds ?? 0
    for time in 0...last {
      if isDue(at: time) { save(.autosave, at: time) }
      while next < session.events.count {
        let event = session.events[next]
        if case .edit = event.action {
          if event.startMilliseconds == time { penIsDown = true }
          guard event.endMilliseconds == time else { break }
          penIsDown = false
          unsaved.append(time)
          if session.policy.trigger == .perStroke { save(.autosave, at: time) }
        } else {
          guard event.startMilliseconds == time else { break }
          happen(event.action, at: time)
        }
        next += 1
      }
    }
  }

  private func isDue(at time: UInt64) -> Bool {
    guard let oldest = unsaved.first, let newest = unsaved.last else { return false }
    let policy = session.policy
    let delay = UInt64(policy.delayMilliseconds)
    let isOverdue = policy.maxWaitMilliseconds.map { time >= oldest + UInt64($0) } ?? false
    return switch policy.trigger {
    case .debounce: time >= newest + delay || isOverdue
    case .idle: (!penIsDown && time >= newest + delay) || isOverdue
    case .periodic: time.isMultiple(of: delay)
    case .perStroke: false
    }
  }

  private mutating func happen(_ action: Action, at time: UInt64) {
    switch action {
    case .turnTo(let other):
      if other != page { save(.pageClose, at: time) }
      page = other
    case .background: save(.background, at: time)
    case .closeDocument: save(.documentClose, at: time)
    default: break
    }
  }

  private mutating func save(_ reason: SaveReason, at time: UInt64) {
    guard let oldest = unsaved.first else { return }
    saves.append(SavePolicyModelTests.Save(time: time, reason: reason))
    lossWindow = max(lossWindow, time - oldest)
    unsaved = []
  }
}
