import FoundationEssentials
import InkModel
import InkReplay
import InkReport
import InkTestFixtures
import Testing

/// Observations made by hand, judged by a history of two pages.
///
/// Page 1 has the edits 1, 2, 3 and page 2 has one, each a stroke of 200 ms that ends at a whole second; step
/// 5 saves page 1 with one edit, step 9 both pages, step 11 page 1 with three, and step 12 adds page 3.
@Suite("Judging an observation") struct JudgementTests {
  private static let first = PageID(rawValue: 1)
  private static let second = PageID(rawValue: 2)
  private static let third = PageID(rawValue: 3)

  private static let history: DocumentHistory = {
    var session = Fixtures.writingSession(strokes: 0)
    session.base = .inline(
      Fixtures.document(pages: 2), pages: [Page(id: first), Page(id: second)])
    session.arena.points = Fixtures.points(count: 40)
    session.events = [(first, 1), (first, 2), (second, 3), (first, 4)].map { (page: PageID, second: UInt64) in
      let stroke = Stroke(
        id: ElementID(rawValue: second), ink: Ink(),
        points: ArenaRange(start: Int(second - 1) * 10, count: 10))
      return Event(
        startMilliseconds: second * 1_000 - 200, durationMilliseconds: 200,
        action: .edit(page, .put(.stroke(stroke), index: 0), cause: .write))
    }
    var plan = ReplayPlan(session)
    let actions: [Step.Action] = [
      .openDocument, .openPage(first), .openPage(second), .edit(event: 0), .save(.autosave, pages: [first]),
      .edit(event: 1), .edit(event: 2), .idle(milliseconds: 1), .save(.autosave, pages: [first, second]),
      .edit(event: 3), .save(.autosave, pages: [first]), .addPage(PageInfo(id: third), index: 2),
    ]
    plan.steps = actions.enumerated().map { Step(startMilliseconds: UInt64($0 + 1) * 500, action: $1) }
    return DocumentHistory(session: session, plan: plan)
  }()

  private static let all = ReplayProgress(acknowledgedStep: 12, begunStep: 12)

  /// What an opening showed: the versions of the list and of the pages.
  private static func reading(_ list: [Int], _ first: [Int], _ second: [Int]) -> StoreReading {
    var reading = StoreReading()
    reading.lists = list
    reading.listedPages = list == [1] ? 3 : 2
    reading.pages = [
      .init(id: Self.first, editCounts: first, difference: first.isEmpty ? "ink differs" : nil),
      .init(id: Self.second, editCounts: second, difference: second.isEmpty ? "ink differs" : nil),
    ]
    if list == [1] { reading.pages.append(.init(id: third, editCounts: [0])) }
    return reading
  }

  private func verdict(
    _ reading: StoreReading, unit: ConsistencyUnit = .page, _ progress: ReplayProgress = all
  ) -> Verdict {
    Observation(reading).verdict(for: progress, by: Self.history, unit: unit)
  }

  @Test("What was acknowledged is intact", arguments: [ConsistencyUnit.page, .document])
  func intact(unit: ConsistencyUnit) {
    let verdict = verdict(Self.reading([1], [3], [1]), unit: unit)
    #expect(verdict == Verdict(outcome: .intact, pagesCompared: 3))
  }

  @Test("A save in flight may be there, or not", arguments: [ConsistencyUnit.page, .document])
  func inFlight(unit: ConsistencyUnit) {
    let progress = ReplayProgress(acknowledgedStep: 8, begunStep: 9)
    #expect(verdict(Self.reading([0], [1], [0]), unit: unit, progress).outcome == .lostUnacknowledged)
    #expect(verdict(Self.reading([0], [2], [1]), unit: unit, progress).outcome == .intact)
  }

  @Test("An older page is lost, with the strokes and the time that are gone")
  func lostPage() {
    let one = verdict(Self.reading([1], [2], [1]))
    #expect(one.outcome == .lostAcknowledged)
    #expect(one.detail == "page 0000000000000001 has 2 edits where 3 were acknowledged")
    // From the end of the second edit at 2 s to that of the third at 4 s.
    #expect(one.strokesLost == 1)
    #expect(one.millisecondsLost == 2_000)
    let both = verdict(Self.reading([1], [0], [0]))
    // All of page 1, from the pen-down of its first stroke to 4 s, and the stroke of page 2.
    #expect(both.strokesLost == 4)
    #expect(both.millisecondsLost == 3_200)
  }

  @Test("What was not acknowledged is not lost: less progress, less loss")
  func lessProgress() {
    let verdict = verdict(
      Self.reading([0], [1], [0]), ReplayProgress(acknowledgedStep: 9, begunStep: 9))
    #expect(verdict.outcome == .lostAcknowledged)
    #expect(verdict.strokesLost == 2)
    // Page 1 from 1 s to 2 s, and page 2 from the pen-down of its only stroke.
    #expect(verdict.millisecondsLost == 1_000)
  }

  @Test("An earlier list is lost, and a list that never was is torn")
  func list() {
    let earlier = verdict(Self.reading([0], [3], [1]))
    #expect(earlier.outcome == .lostAcknowledged)
    #expect(
      earlier.detail == "the list has 2 pages where 3 were acknowledged; it is an earlier list")
    #expect(earlier.strokesLost == 0)
    #expect(verdict(Self.reading([], [3], [1])).outcome == .torn)
  }

  @Test("A page that is no version is torn, and one from the future too")
  func torn() {
    let other = verdict(Self.reading([1], [], [1]))
    #expect(other.outcome == .torn)
    #expect(other.detail == "page 0000000000000001 is no version that was saved: ink differs")
    #expect(
      verdict(Self.reading([0], [3], [1]), ReplayProgress(acknowledgedStep: 9, begunStep: 9)).outcome == .torn
    )
  }

  @Test("Content that came back is the version that it is wanted to be")
  func equalVersions() {
    // As after an undo: the page of three edits equals that of one.
    #expect(verdict(Self.reading([1], [1, 3], [1]), unit: .document).outcome == .intact)
    let earlier = ReplayProgress(acknowledgedStep: 5, begunStep: 5)
    #expect(verdict(Self.reading([0], [1, 3], [0]), unit: .document, earlier).outcome == .intact)
  }

  @Test("A mixture of saved versions is torn where the document is the unit, and lost where the page is")
  func mixture() {
    let mixed = Self.reading([1], [0], [1])
    let torn = verdict(mixed, unit: .document)
    #expect(torn.outcome == .torn)
    #expect(
      torn.detail
        == "the list of pages is as step 12 left it and page 0000000000000001 as step 0 did, in one unit")
    #expect(torn.isBroken(.consistent))
    let lost = verdict(mixed)
    #expect(lost.outcome == .lostAcknowledged)
    #expect(!lost.isBroken(.consistent))
  }

  @Test("A document that is older as a whole is lost where the document is the unit")
  func olderDocument() {
    let verdict = verdict(Self.reading([0], [2], [1]), unit: .document)
    #expect(verdict.outcome == .lostAcknowledged)
    #expect(verdict.strokesLost == 1)
    #expect(!verdict.isBroken(.consistent))
  }

  @Test("Half of a save in flight is torn in one unit", arguments: [[2, 0], [1, 1]])
  func halfASave(edits: [Int]) {
    let progress = ReplayProgress(acknowledgedStep: 8, begunStep: 9)
    let half = Self.reading([0], [edits[0]], [edits[1]])
    #expect(verdict(half, unit: .document, progress).outcome == .torn)
    #expect(verdict(half, unit: .page, progress).outcome == .lostUnacknowledged)
  }

  @Test("The worst that was found decides, and losses are counted all the same")
  func worst() {
    var reading = Self.reading([1], [], [0])
    reading.faults = [
      .init(.dangling, "asset a is missing"), .init(.corrupt, "page 3: damaged"),
      .init(.dangling, "asset b is missing"),
    ]
    let verdict = verdict(reading)
    #expect(verdict.outcome == .corrupt)
    #expect(verdict.detail == "page 3: damaged")
    #expect(verdict.strokesLost == 1)
    #expect(self.verdict(StoreReading(unopenable: "no list")).outcome == .unopenable)
  }

  @Test("Another version at a later opening is torn, and something worse is what it is")
  func laterOpening() {
    var observation = Observation(Self.reading([1], [3], [1]))
    observation.later = .init(number: 2, reading: Self.reading([1], [2], [1]))
    var verdict = observation.verdict(for: Self.all, by: Self.history, unit: .page)
    #expect(verdict.outcome == .torn)
    #expect(
      verdict.detail
        == "after a second opening: page 0000000000000001 has 2 edits where 3 were acknowledged")
    observation.later = .init(number: 3, reading: StoreReading(unopenable: "no list"))
    verdict = observation.verdict(for: Self.all, by: Self.history, unit: .page)
    #expect(verdict.outcome == .unopenable)
    #expect(verdict.detail == "after a third opening: no list")
    #expect(verdict.pagesCompared == 3)
  }

  @Test("Observations are equal whatever time recovery took, and stay so in JSON")
  func coding() throws {
    var observation = Observation(Self.reading([0], [1, 3], []), recoveryNanoseconds: 7)
    observation.later = .init(number: 2, reading: StoreReading(unopenable: "gone"))
    observation.orphanFiles = 2
    observation.recoveryChangesFiles = true
    var slower = observation
    slower.recoveryNanoseconds = 9
    #expect(observation == slower)
    #expect(Set([observation, slower]).count == 1)
    let read = try JSONDecoder().decode(Observation.self, from: JSONEncoder().encode(observation))
    #expect(read == observation)
    #expect(read.recoveryNanoseconds == 7)
    slower.orphanFiles = 3
    #expect(observation != slower)
  }

  @Test("Verdicts that were written before losses were counted can still be read")
  func olderVerdicts() throws {
    let text = """
      {"outcome":"torn","pagesCompared":1,"elementsCompared":2,"orphanAssets":0,"recoveryNanoseconds":5}
      """
    let verdict = try JSONDecoder().decode(Verdict.self, from: Data(text.utf8))
    #expect(verdict == Verdict(outcome: .torn, pagesCompared: 1, elementsCompared: 2, recoveryNanoseconds: 5))
  }
}

@Suite("Promises") struct PromiseTests {
  @Test("What a class claims under each kind of crash")
  func claims() {
    let claims = Durability.allCases.map { durability in
      CrashKind.allCases.map { Promise(durability, under: $0) }
    }
    #expect(
      claims == [
        [.durable, .none, .none], [.durable, .consistent, .consistent], [.durable, .durable, .durable],
      ])
  }

  @Test("Which outcomes break which promise")
  func broken() {
    let broken = Promise.allCases.map { promise in
      Outcome.allCases.filter { Verdict(outcome: $0).isBroken(promise) }
    }
    let never: [Outcome] = [.torn, .dangling, .corrupt, .unopenable, .silentError]
    #expect(Promise.allCases == [.durable, .consistent, .none])
    #expect(broken == [[.lostAcknowledged] + never, never, []])
  }
}
