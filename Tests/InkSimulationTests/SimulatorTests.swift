import InkModel
import InkSimulation
import Testing

@Suite("Simulated sessions") struct SimulatorTests {
  static func session(_ name: String) throws -> Session {
    let workload = try WorkloadLibrary.load(name, folder: "none")
    return try Simulator.session(of: workload, seed: UInt64(workload.seed))
  }

  @Test("Another seed gives another session of the same length")
  func seeds() throws {
    let workload = try WorkloadLibrary.load("meeting", folder: "none")
    let sessions = try [1, 1, 2].map { try Simulator.session(of: workload, seed: $0) }
    #expect(sessions[0].digest() == sessions[1].digest())
    #expect(sessions[0].digest() != sessions[2].digest())
    #expect(sessions.allSatisfy { $0.writtenStrokes.count >= 450 && $0.writtenStrokes.count < 470 })
  }

  @Test("The meeting has every kind of event, and lasts about as long as it says")
  func everyKind() throws {
    let session = try Self.session("meeting")
    let kinds = Set(session.events.map(\.action.kind))
    #expect(
      kinds.isSuperset(of: [
        "put write", "remove erase", "replace partial-erase", "move lasso", "put insert", "remove undo",
        "put redo",
        "put undo", "remove redo", "insertAsset", "turnTo", "addPage", "deletePage", "movePage", "background",
        "foreground", "terminateAndRelaunch", "openDocument", "closeDocument", "listLibrary", "export",
      ]))
    let minutes = Double(session.events.last?.startMilliseconds ?? 0) / 60_000
    #expect(18...30 ~= minutes)
    #expect(400...500 ~= session.writtenStrokes.count)
  }

  @Test("In a lecture, writing meets pages of 1,000 to 2,000 strokes")
  func lecturePages() throws {
    let workload = try WorkloadLibrary.load("lecture", folder: "none")
    let session = try Self.session("lecture")
    var counts: [PageID: Int] = [:]
    var page = Page(id: PageID(rawValue: 0))
    for index in 0..<workload.document.basePages {
      try session.base.source.fill(&page, index: index)
      counts[page.id] = page.elements.count
    }
    var dense = 0
    for case .edit(let page, let edit, let cause) in session.events.map(\.action) {
      switch edit {
      case .put: counts[page, default: 0] += 1
      case .remove: counts[page, default: 0] -= 1
      case .replace(_, let pieces): counts[page, default: 0] += pieces.count - 1
      case .move: break
      }
      if cause == .write, 1_000...2_000 ~= counts[page] ?? 0 { dense += 1 }
    }
    #expect(dense > 1_190)
    let mean = Double(session.arena.points.count) / Double(session.writtenStrokes.count)
    #expect(abs(mean / 162 - 1) < 0.25)
  }

  @Test("The long notebook has about 49 million samples on 200 pages and its session touches few of them")
  func longNotebook() throws {
    let session = try Self.session("long-notebook")
    #expect(session.base.document.pages.count == 200)
    var page = Page(id: PageID(rawValue: 0))
    var points = 0
    let sampled = stride(from: 0, to: 200, by: 40).map { $0 }
    for index in sampled {
      try session.base.source.fill(&page, index: index)
      points += page.pointCount
    }
    let all = Double(points) / Double(sampled.count) * 200
    #expect(abs(all / 49e6 - 1) < 0.25)
    let edited = Set(
      session.events.compactMap { if case .edit(let page, _, _) = $0.action { page } else { nil } })
    #expect(1...40 ~= edited.count)
  }

  @Test("A base is made again from its workload's text and the seed")
  func baseByReference() throws {
    let session = try Self.session("meeting")
    guard case .workload(let json) = session.base.origin else {
      Issue.record("the base does not say where it came from")
      return
    }
    let base = try Simulator.base(fromWorkloadJSON: json, seed: session.seed)
    #expect(base.document == session.base.document)
    #expect(base.assets == session.base.assets)
    var (left, right) = (Page(id: PageID(rawValue: 0)), Page(id: PageID(rawValue: 0)))
    try base.source.fill(&left, index: 1)
    try session.base.source.fill(&right, index: 1)
    #expect(left.firstDifference(from: right) == nil)
    var copy = session
    copy.base = base
    #expect(copy.digest() == session.digest())
  }
}

extension Session {
  /// The strokes that the writer drew, in order.
  var writtenStrokes: [Stroke] {
    events.compactMap { event in
      if case .edit(_, .put(.stroke(let stroke), _), .write) = event.action { stroke } else { nil }
    }
  }
}

extension Action {
  /// The action's kind in words, an edit with its cause.
  var kind: String {
    guard case .edit(_, let edit, let cause) = self else {
      return String("\(self)".prefix { $0 != "(" })
    }
    let verb =
      switch edit {
      case .put: "put"
      case .remove: "remove"
      case .replace: "replace"
      case .move: "move"
      }
    return "\(verb) \(cause.rawValue)"
  }
}
