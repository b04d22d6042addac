import FoundationEssentials
import InkModel
import InkReplay
import InkReport
import InkStorage
import InkTestFixtures
import Testing

/// How many steps the session of these tests has.
enum ReplayPlanLength {
  static let ofSession = ReplayPlan(JudgedStore.session()).steps.count
}

extension JudgedStore {
  func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path).sorted()
  }
}

@Suite("What changes as one") struct JudgedUnitTests {
  private static let first = PageID(rawValue: 1)
  private static let second = PageID(rawValue: 2)

  /// A stroke on each of two open pages, and one save of some of them.
  private func plan(saving pages: [PageID]) -> (Session, ReplayPlan) {
    var session = JudgedStore.session()
    let strokes = session.events.indices.filter {
      if case .edit(_, .put(.stroke, _), _) = session.events[$0].action { true } else { false }
    }
    let other = strokes[1]
    guard case .edit(_, .put(let element, _), let cause) = session.events[other].action else {
      preconditionFailure("an edit")
    }
    session.events[other].action = .edit(Self.second, .put(element, index: 0), cause: cause)
    var plan = ReplayPlan(session)
    plan.steps = [
      .openDocument, .openPage(Self.first), .openPage(Self.second), .edit(event: strokes[0]),
      .edit(event: other), .save(.autosave, pages: pages),
    ].map { Step(startMilliseconds: 0, action: $0) }
    return (session, plan)
  }

  /// What a judge says of a store in which a save of two pages came half as far.
  private func halfSaved(_ backend: String) throws -> Verdict {
    let (session, half) = plan(saving: [Self.first])
    var store = try JudgedStore(backend, session: session, plan: half)
    store.plan = plan(saving: [Self.first, Self.second]).1
    return try store.verdict(acknowledged: 5, begun: 6)
  }

  @Test("Half of a save is torn where the document is the unit")
  func document() throws {
    let verdict = try halfSaved("sqlite")
    #expect(verdict.outcome == .torn)
    #expect(
      verdict.detail
        == "page 0000000000000001 is of the save in flight and page 0000000000000002 is not, in one unit")
  }

  @Test("Half of a save is allowed where the page is the unit", arguments: ["snapshot", "journal"])
  func page(backend: String) throws {
    #expect(try halfSaved(backend).outcome == .lostUnacknowledged)
  }

  @Test(
    "The whole save, and none of it, are allowed everywhere", arguments: ["snapshot", "journal", "sqlite"])
  func all(backend: String) throws {
    let (session, whole) = plan(saving: [Self.first, Self.second])
    let saved = try JudgedStore(backend, session: session, plan: whole)
    #expect(try saved.verdict(acknowledged: 5, begun: 6).outcome == .intact)
    let unsaved = try JudgedStore(backend, session: session, plan: whole, steps: 5)
    #expect(try unsaved.verdict(acknowledged: 5, begun: 6).outcome == .lostUnacknowledged)
  }

  @Test("A codec is held to what it declares to keep, and to no more")
  func canonical() throws {
    #expect(try JudgedStore("snapshot", codec: PressureRounding(isHonest: true)).verdict().outcome == .intact)
    let silent = try JudgedStore("snapshot", codec: PressureRounding(isHonest: false)).verdict()
    #expect(silent.outcome == .torn)
    #expect(silent.detail?.contains("the points of stroke") == true)
  }
}

/// Keeps the pressure of samples to hundredths.
private struct PressureRounding: PageCodec {
  let name = "packed"
  let summary = "rounds pressure"
  let isHonest: Bool
  private let packed = JudgedStore.packed

  init(isHonest: Bool) { self.isHonest = isHonest }

  func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {
    var rounded = copy page
    round(&rounded)
    packed.encode(rounded, into: &buffer)
  }

  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    try packed.decode(&input, into: &page)
  }

  func makeCanonical(_ page: inout Page) {
    if isHonest { round(&page) }
  }

  private func round(_ page: inout Page) {
    page.fill { _, arena in
      for index in arena.points.indices { arena.points[index].pressure -= arena.points[index].pressure % 10 }
    }
  }
}
