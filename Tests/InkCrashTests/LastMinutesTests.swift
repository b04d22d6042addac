import InkCrash
import InkModel
import InkReplay
import InkRun
import InkSimulation
import InkTestFixtures
import InkTrace
import Testing

@Suite("The last minutes of a recorded session") struct LastMinutesTests {
  /// A busy session of some twenty minutes: images, erasures, lassos, undo, pages that come, go and move.
  private static func session(seed: UInt64, strokes: Int = 160) throws -> Session {
    var workload = Workload()
    workload.document.basePages = 4
    workload.document.basePagesWithImageShare = 0.5
    workload.page.strokesPerPage = Quantity(.constant(30), within: 1...100)
    workload.session.strokes = strokes
    workload.edits.images = 6
    workload.pages.additions = 4
    workload.pages.deletions = 3
    workload.pages.reorders = 6
    workload.pages.browsingRuns = 4
    workload.app.backgrounds = 4
    workload.app.relaunches = 2
    workload.app.libraryVisits = 3
    return try Simulator.session(of: workload, seed: seed)
  }

  private static func last(_ session: Session, events: Int = 240, elements: Int = 8) throws -> LastMinutes {
    try #require(try LastMinutes(of: session, eventsMax: events, elementsPerPage: elements))
  }

  /// The document when a session ends.
  private struct End {
    let history: DocumentHistory
    let pages: [PageInfo]

    init(_ session: Session) {
      let plan = ReplayPlan(session)
      history = DocumentHistory(session: session, plan: plan)
      pages = history.pages(by: plan.steps.count)
    }

    func page(_ id: PageID) throws -> Page {
      var page = Page(id: id)
      try history.fill(&page, id: id, editCount: .max)
      return page
    }
  }

  /// The elements that a page has at a moment.
  private func elements(of id: PageID, in session: Session, before end: Int) throws -> [ElementID] {
    var page = Page(id: id)
    if let index = session.base.document.pages.firstIndex(where: { $0.id == id }) {
      try session.base.source.fill(&page, index: index)
    }
    for event in session.events[..<end] {
      if case .edit(id, let edit, _) = event.action { try page.apply(edit, from: session.arena) }
    }
    return page.elements.map(\.id)
  }

  /// What the end of a page must lack: what was above the lowest elements when the stretch began, unless it
  /// was put back, and what an eraser made of it.
  private func lacking(_ id: PageID, _ session: Session, _ last: LastMinutes, elements count: Int) throws
    -> Set<ElementID>
  {
    var lacking = Set(try elements(of: id, in: session, before: last.events.lowerBound).dropFirst(count))
    for event in session.events[last.events] {
      switch event.action {
      case .edit(_, .put(let element, _), _): lacking.remove(element.id)
      case .edit(_, .replace(let element, let pieces), _) where lacking.contains(element):
        lacking.formUnion(pieces.map(\.id))
      default: continue
      }
    }
    return lacking
  }

  @Test(
    "It ends in the document that the whole session ends in, but for what its base left out",
    arguments: [(240, 8), (60, 8), (17, 2), (100, 1_000), (12, 0)])
  func end(events: Int, elements: Int) throws {
    var compared = 0
    var thinned = 0
    for seed in UInt64(1)...12 {
      let session = try Self.session(seed: seed)
      let last = try Self.last(session, events: events, elements: elements)
      #expect(throws: Never.self, "seed \(seed)") { try last.session.validate() }
      #expect(last.events.upperBound == session.events.count)
      let (whole, part) = (End(session), End(last.session))
      let kept = Set(part.pages.map(\.id))
      #expect(part.pages == whole.pages.filter { kept.contains($0.id) }, "seed \(seed)")
      for id in session.events[last.events].compactMap(\.action.pageInView) where kept.contains(id) {
        let lacking = try lacking(id, session, last, elements: elements)
        var expected = Page(id: id)
        let page = try whole.page(id)
        for element in page.elements where !lacking.contains(element.id) {
          expected.append(element, from: page.arena)
        }
        let difference = try part.page(id).firstDifference(from: expected)
        #expect(difference == nil, "seed \(seed), page \(id.name): \(difference ?? "")")
        compared += expected.elements.count
        thinned += page.elements.count - expected.elements.count
      }
    }
    #expect(compared > 100 && (elements > 100 || thinned > 100), "\(compared), \(thinned)")
  }

  @Test("Every event of the stretch that changes pages is in it, at its own pace, behind the opening")
  func events() throws {
    let session = try Self.session(seed: 5)
    let last = try Self.last(session, elements: 1_000)
    let cut = session.events[last.events]
    let start = try #require(cut.first).startMilliseconds
    // Nothing was left out of the base, so nothing is left out of the edits; images arrive anew at most.
    let edits = cut.filter(\.action.isEdit)
    let own = last.session.events.filter(\.action.isEdit)
    #expect(edits.count > 20)
    #expect(own.map(\.action) == edits.map(\.action))
    #expect(own.map(\.startMilliseconds) == edits.map { $0.startMilliseconds - start })
    #expect(last.session.events.first?.action == .openDocument)
    #expect(last.milliseconds <= LastMinutes.millisecondsMax + 60_000)
  }

  @Test("It is ten minutes long, and no longer than its number of events")
  func length() throws {
    let session = try Self.session(seed: 3, strokes: 400)
    let all = try Self.last(session, events: 100_000)
    let page = try #require(session.events.last { $0.action.isEdit })
    let first = session.events[all.events.lowerBound]
    #expect(all.events.lowerBound > 0 && !all.isCutByCount)
    #expect(page.endMilliseconds - first.startMilliseconds <= LastMinutes.millisecondsMax)
    let before = session.events[all.events.lowerBound - 1]
    #expect(
      session.events.last?.endMilliseconds ?? 0 > LastMinutes.millisecondsMax + before.startMilliseconds)
    let few = try Self.last(session, events: 50)
    #expect(few.isCutByCount && few.events == session.events.count - 50..<session.events.count)
    let short = try Self.last(try Self.session(seed: 3, strokes: 5), events: 100_000)
    #expect(short.events.lowerBound == 0)
  }

  /// What an app does for hours behind the last page, until it closes the document.
  static let tails: [[Action]] = [
    // At the shelf, the document closed; at the shelf, the document open.
    [.closeDocument] + Array(repeating: .listLibrary, count: 500) + [.openDocument],
    Array(repeating: .listLibrary, count: 500),
    // In and out, cut here and there.
    Array(repeating: [.background, .foreground], count: 100).flatMap(\.self),
    [.listLibrary] + Array(repeating: [.background, .foreground], count: 100).flatMap(\.self),
    Array(repeating: [.closeDocument, .openDocument], count: 100).flatMap(\.self),
    [.closeDocument] + Array(repeating: [.background, .foreground], count: 100).flatMap(\.self)
      + [.openDocument],
  ]

  @Test("Hours behind the last page don't push it out, and end with the document closed", arguments: tails)
  func longTail(tail: [Action]) throws {
    var session = try Self.session(seed: 2, strokes: 30)
    let end = session.events.removeLast()
    #expect(end.action == .closeDocument)
    session.events += (tail + [.closeDocument]).enumerated().map {
      Event(startMilliseconds: end.startMilliseconds + UInt64($0) * 3_600_000, action: $1)
    }
    #expect(throws: Never.self) { try session.validate() }
    let last = try Self.last(session)
    #expect(last.events.count <= 240 && last.events.upperBound < session.events.count)
    #expect(session.events[last.events].contains { $0.action.isEdit })
    #expect(throws: Never.self) { try last.session.validate() }
    let own = last.session.events
    #expect(zip(own, own.dropFirst()).allSatisfy { $0.startMilliseconds <= $1.startMilliseconds })
  }

  @Test("A session that never opens a page is refused in one sentence")
  func noPage() throws {
    var session = try Self.session(seed: 1, strokes: 5)
    session.events = [.openDocument, .listLibrary, .closeDocument].map {
      Event(startMilliseconds: 0, action: $0)
    }
    #expect(try LastMinutes(of: session, eventsMax: 240, elementsPerPage: 8) == nil)
    let directory = try TemporaryDirectory()
    try SessionFile.write(session, to: directory.path + "/a.inksession")
    let error = #expect(throws: RunError.self) {
      try CrashExcerpt(.file(path: directory.path + "/a.inksession"), named: "a", operand: "a.inksession")
    }
    #expect(error?.description == "nothing of the session 'a' can be explored: it never opens a page")
  }

  @Test("Words say which events and minutes were explored")
  func words() throws {
    let directory = try TemporaryDirectory()
    func words(_ session: Session) throws -> String {
      try SessionFile.write(session, to: directory.path + "/a.inksession")
      return try CrashExcerpt(.file(path: directory.path + "/a.inksession"), named: "a", operand: "a").words
    }
    let long = try Self.session(seed: 3, strokes: 400)
    let last = try Self.last(long)
    let text = try words(long)
    #expect(
      text.contains("(events \(last.events.lowerBound + 1) to \(long.events.count) of \(long.events.count))"))
    #expect(text.hasPrefix(last.isCutByCount ? "the last 240 events of the session's last 10" : "the last "))
    let short = try Self.session(seed: 3, strokes: 5)
    #expect(try words(short).hasPrefix("the whole session, \(short.events.count) events in "))
  }

  @Test("An image that is shown again from before the stretch arrives anew")
  func oldImage() throws {
    var session = try Self.session(seed: 1, strokes: 3)
    let page = session.base.document.pages[0].id
    let image = PlacedImage(
      id: ElementID(rawValue: 1 << 50), frame: Frame(x: 0, y: 0, width: 10, height: 10),
      asset: AssetID(rawValue: 1 << 50))
    func event(_ minutes: UInt64, _ action: Action) -> Event {
      Event(startMilliseconds: minutes * 60_000, action: action)
    }
    session.events = [
      event(0, .openDocument), event(0, .turnTo(page)), event(1, .insertAsset(image.asset, byteCount: 77)),
      event(1, .edit(page, .put(.image(image), index: 0), cause: .insert)),
      event(2, .edit(page, .remove(image.id), cause: .erase)),
      event(30, .edit(page, .put(.image(image), index: 0), cause: .undo)), event(31, .closeDocument),
    ]
    try session.validate()
    let last = try Self.last(session)
    #expect(
      last.session.events.map(\.action) == [
        .openDocument, .turnTo(page), .insertAsset(image.asset, byteCount: 77),
        .edit(page, .put(.image(image), index: 0), cause: .undo), .closeDocument,
      ])
    #expect(last.session.base.assets.allSatisfy { $0.id != image.asset })
  }
}

extension Action {
  fileprivate var isEdit: Bool { if case .edit = self { true } else { false } }

  fileprivate var pageInView: PageID? {
    switch self {
    case .turnTo(let page), .edit(let page, _, _): page
    default: nil
    }
  }
}
