import InkModel
import InkSimulation
import Testing

/// Sessions of many odd workloads keep the rules that `Session.validate` states.
@Suite("Rules of simulated sessions") struct SessionRuleTests {
  @Test("A shipped workload gives a valid session, whatever the seed", arguments: WorkloadTests.shipped)
  func shipped(name: String) throws {
    let workload = try WorkloadLibrary.load(name, folder: "none")
    for seed in name == "meeting" ? 1...12 : 1...1 {
      try Simulator.session(of: workload, seed: UInt64(seed)).validate()
    }
  }

  /// Changes of the default workload, each a corner of what a file may say.
  static let corners: [(String, @Sendable (inout Workload) -> Void)] = [
    ("no base pages", { $0.document.basePages = 0 }),
    (
      "one page, everything deleted",
      {
        $0.document.basePages = 1
        $0.pages.deletions = 30
        $0.pages.reorders = 30
      }
    ),
    ("tiny pages", { $0.page.strokesPerPage = Quantity(.constant(1), within: 1...2_500) }),
    (
      "visits to the shelf",
      {
        $0.app.libraryVisits = 20
        $0.edits.undoWeight = 1
        $0.pages.deletions = 10
      }
    ),
    (
      "moves step by step",
      {
        $0.edits.movedShare = 5
        $0.edits.dragCommit = .step
      }
    ),
    (
      "everything rewritten",
      {
        $0.edits.removedShare = 1
        $0.edits.rewriteShare = 1
        $0.edits.recentShare = 0
      }
    ),
    (
      "half-written pages",
      {
        $0.document.basePageFill = 0.5
        $0.session.startPage = .first
      }
    ),
    ("sketches", { $0.hand.style = .sketch }),
    (
      "opaque bytes and images",
      {
        $0.document.opaqueBytesPerStroke = 33
        $0.document.opaqueBytesPerPoint = 3
        $0.document.basePagesWithImageShare = 1
        $0.edits.images = 20
      }
    ),
    ("erasing more than is written", { $0.edits.removedShare = 2 }),
    (
      "undo only",
      {
        $0.edits.wholeEraseWeight = 0
        $0.edits.partialEraseWeight = 0
        $0.edits.undoWeight = 1
        $0.edits.removedShare = 1.5
        $0.edits.redoShare = 0.8
      }
    ),
    ("moving all the time", { $0.edits.movedShare = 2 }),
    (
      "hopping",
      {
        $0.pages.revisitShare = 0.5
        $0.pages.revisitAnywhereShare = 0.5
        $0.pages.browsingRuns = 30
      }
    ),
    (
      "coming and going",
      {
        $0.session.sittings = Quantity(.constant(6), within: 1...20)
        $0.app.relaunches = 10
        $0.app.backgrounds = 10
        $0.pauses.breakShare = 0.3
      }
    ),
    (
      "a small page",
      {
        $0.page.widthPoints = 100
        $0.page.heightPoints = 100
        $0.page.marginMillimetres = 0
      }
    ),
    ("a huge hand", { $0.hand.xHeightMillimetres = 20 }),
    ("60 Hz", { $0.hand.sampleRateHertz = 60 }),
  ]

  @Test("Odd workloads give valid sessions too", arguments: corners.indices)
  func corner(index: Int) throws {
    let (name, change) = Self.corners[index]
    for seed in 1...3 {
      var workload = Workload()
      workload.session.strokes = 120
      change(&workload)
      let session = try Simulator.session(of: workload, seed: UInt64(seed))
      #expect(throws: Never.self, "\(name), seed \(seed)") { try session.validate() }
      #expect(session.writtenStrokes.count >= 120, "\(name), seed \(seed)")
    }
  }

  @Test("A limit in minutes ends the session there")
  func minutes() throws {
    var workload = Workload()
    workload.session.strokes = 50_000
    workload.session.minutes = 3
    workload.pauses.breakShare = 0
    let session = try Simulator.session(of: workload, seed: 1)
    let last = session.events.last { $0.action.kind == "put write" }
    #expect(150_000...400_000 ~= last?.startMilliseconds ?? 0)
  }

  @Test("Rates of editing follow the workload")
  func rates() throws {
    var workload = Workload()
    workload.session.strokes = 2_000
    workload.pauses.breakShare = 0
    let session = try Simulator.session(of: workload, seed: 8)
    var counts: [String: Int] = [:]
    var moved = 0
    for event in session.events {
      counts[event.action.kind, default: 0] += 1
      if case .edit(_, .move(let ids, _, _), .lasso) = event.action { moved += ids.count }
    }
    #expect(abs(Double(counts["remove erase"] ?? 0) / 360 - 1) < 0.25)
    #expect(abs(Double(counts["replace partial-erase"] ?? 0) / 150 - 1) < 0.25)
    #expect(abs(Double(moved) / 400 - 1) < 0.35)
  }

  @Test("The save policy of the workload is the session's")
  func policy() throws {
    let json = WorkloadTests.text(
      #""saving": {"trigger": "idle", "delayMilliseconds": 800, "maxWaitMilliseconds": 5000}"#)
    let session = try Simulator.session(of: try Workload(json: json), seed: 1)
    #expect(session.policy == SavePolicy(trigger: .idle, delayMilliseconds: 800, maxWaitMilliseconds: 5_000))
  }
}
