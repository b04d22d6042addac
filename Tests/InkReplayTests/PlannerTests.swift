import InkModel
import InkReplay
import InkTestFixtures
import Testing

/// Strokes as (pen-down, pen-up) in milliseconds, on one page.
private func session(_ strokes: [(UInt64, UInt64)], _ policy: SavePolicy) -> Session {
  var session = Fixtures.writingSession(strokes: strokes.count, policy: policy)
  var number = 0
  for index in session.events.indices {
    guard case .edit = session.events[index].action else { continue }
    session.events[index].startMilliseconds = strokes[number].0
    session.events[index].durationMilliseconds = UInt32(strokes[number].1 - strokes[number].0)
    number += 1
  }
  session.events[session.events.count - 1].startMilliseconds = 100_000
  return session
}

private func saves(_ strokes: [(UInt64, UInt64)], _ policy: SavePolicy) -> [UInt64] {
  ReplayPlan(session(strokes, policy)).steps.compactMap {
    if case .save(.autosave, _) = $0.action { $0.startMilliseconds } else { nil }
  }
}

@Suite("Save policies, to the letter") struct PlannerTests {
  @Test("A debounce restarts at each pen-up and saves once after a burst")
  func debounceRestarts() {
    #expect(saves([(0, 100), (300, 400), (600, 700)], .standard) == [1_200])
  }

  @Test("A debounce fires while the next stroke is being drawn")
  func debounceFiresUnderThePen() {
    #expect(saves([(0, 100), (400, 2_000)], .standard) == [600, 2_500])
  }

  @Test("An idle timer is cancelled by pen-down")
  func idleIsCancelled() {
    let policy = SavePolicy(trigger: .idle, delayMilliseconds: 500)
    #expect(saves([(0, 100), (400, 2_000)], policy) == [2_500])
  }

  @Test("A longest wait saves under continuous writing, also while the pen is down")
  func maxWaitBounds() {
    let starts: [UInt64] = (0..<10).map { $0 * 400 }
    let strokes = starts.map { ($0, $0 + 300) }
    let debounce = SavePolicy(trigger: .debounce, delayMilliseconds: 500, maxWaitMilliseconds: 1_000)
    #expect(saves(strokes, debounce) == [1_300, 2_500, 3_700, 4_400])
    let idle = SavePolicy(trigger: .idle, delayMilliseconds: 500, maxWaitMilliseconds: 1_000)
    #expect(saves(strokes, idle) == [1_300, 2_500, 3_700, 4_400])
  }

  @Test("A periodic timer fires at multiples of its interval, and only when there is something to save")
  func periodicFires() {
    let policy = SavePolicy(trigger: .periodic, delayMilliseconds: 1_000)
    #expect(saves([(0, 100), (300, 1_400), (5_200, 5_300)], policy) == [1_000, 2_000, 6_000])
  }

  @Test("Per stroke saves at every pen-up")
  func perStrokeSaves() {
    #expect(
      saves([(0, 100), (300, 400)], SavePolicy(trigger: .perStroke, delayMilliseconds: 0)) == [100, 400])
  }

  @Test("The loss window is the longest wait of a finished change")
  func lossWindow() {
    #expect(ReplayPlan(session([(0, 100), (300, 400)], .standard)).lossWindowMilliseconds == 800)
  }

  @Test("Closing saves what no timer has saved, and every stroke is saved once")
  func closingSaves() {
    var session = session([(0, 100), (300, 400)], .standard)
    session.events[session.events.count - 1].startMilliseconds = 500
    let plan = ReplayPlan(session)
    #expect(plan.savedStrokeCount == 2)
    #expect(plan.saveCount == 1)
    #expect(
      plan.steps.suffix(3).map(\.action.name) == ["save on document-close", "close page", "close document"])
  }

  @Test("A pause after the save is offered as idle time, less the time of the timer")
  func idleIsOffered() {
    let plan = ReplayPlan(session([(0, 100), (3_000, 3_100)], .standard))
    let idle = plan.steps.compactMap { step -> UInt64? in
      if case .idle(let milliseconds) = step.action { milliseconds } else { nil }
    }
    #expect(idle.first == 2_400)
  }

  @Test("The background saves all changes before the store hears of it")
  func backgroundSavesFirst() {
    var session = session([(0, 100)], .standard)
    session.events.insert(
      Event(startMilliseconds: 200, action: .background), at: session.events.count - 1)
    let names = ReplayPlan(session).steps.map(\.action.name)
    #expect(names.contains("background"))
    #expect(names.firstIndex(of: "save on background").map { names[$0 + 1] } == "background")
  }
}
