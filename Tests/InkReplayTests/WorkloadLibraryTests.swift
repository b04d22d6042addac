import InkModel
import InkReplay
import InkSimulation
import Testing

/// Each workload of the library does what it says, by the content of its session and of its plan.
@Suite("The library of workloads") struct WorkloadLibraryTests {
  @Test("Each is of a size that replays in seconds", arguments: WorkloadLibrary.embedded.map { $0.name })
  func size(name: String) throws {
    let simulated = try SimulatedWorkload(name)
    #expect(simulated.session.events.count < 10_000)
    #expect(simulated.session.arena.points.count < 1_000_000)
    #expect(simulated.imageByteCounts.reduce(0, +) < 40_000_000)
    #expect(simulated.plan.savedStrokeCount == simulated.written.count)
  }

  @Test("Of a homework's strokes, 45 in 100 are taken back")
  func homework() throws {
    let simulated = try SimulatedWorkload("homework")
    let live = Set(try simulated.finalPages().values.flatMap { $0.elements.map(\.id) })
    let written = simulated.written
    let removed = written.count { !live.contains($0.id) }
    #expect(abs(Double(removed) / Double(written.count) - 0.45) < 0.04)
    // All ways of taking back occur, old strokes are hit as well as new ones, and some are written again.
    #expect(simulated.edits(.erase).count > 100)
    #expect(simulated.edits(.partialErase).count > 40)
    #expect(simulated.edits(.undo).count > 20)
  }

  @Test("A sketch is made of strokes of 1,000 to 3,000 samples")
  func sketch() throws {
    let points = try SimulatedWorkload("sketch").pointsPerStroke
    #expect(points.count >= 100)
    #expect(points.allSatisfy { 1_000...3_000 ~= $0 })
    #expect(points.min() ?? 0 < 1_200 && points.max() ?? 0 > 2_800)
  }

  @Test("Annotating, marks are short, every page shows a picture, and pictures have 0.2 to 4 MB")
  func annotate() throws {
    let simulated = try SimulatedWorkload("annotate")
    #expect(median(simulated.pointsPerStroke) < 40)
    #expect(simulated.pointsPerStroke.max() ?? 0 <= 160)
    #expect(simulated.session.base.assets.count == simulated.session.base.document.pages.count)
    let sizes = simulated.imageByteCounts
    #expect(sizes.count == 18)
    #expect(sizes.allSatisfy { 200_000...4_000_000 ~= $0 })
    #expect(sizes.max() ?? 0 > 4 * (sizes.min() ?? 0))
    #expect(sizes.reduce(0, +) > 3 * 16 * simulated.session.arena.points.count)
  }

  @Test("Reviewing, pages are turned over thirty times for each stroke written, all over the notebook")
  func review() throws {
    let simulated = try SimulatedWorkload("review")
    var seen: Set<PageID> = []
    var turns = 0
    for case .turnTo(let page) in simulated.session.events.map(\.action) {
      turns += 1
      seen.insert(page)
    }
    #expect(turns > 30 * simulated.written.count)
    #expect(seen.count > 40)
    #expect(simulated.plan.saveCount < 30)
    #expect(simulated.count { $0 == .listLibrary } == 2)
  }

  @Test("With the lasso, selections of over a hundred strokes are moved, thirty strokes for each one written")
  func lasso() throws {
    let simulated = try SimulatedWorkload("lasso")
    let selections = simulated.edits(.lasso).compactMap { edit in
      if case .move(let ids, _, _) = edit { ids.count } else { nil }
    }
    #expect(selections.count > 15)
    #expect(median(selections) > 100)
    #expect(selections.reduce(0, +) > 20 * simulated.written.count)
  }

  @Test("Without a stop, no debounce ever fires and everything waits for one save")
  func nonstop() throws {
    let simulated = try SimulatedWorkload("nonstop")
    let delay = UInt64(simulated.session.policy.delayMilliseconds)
    #expect(simulated.session.policy.trigger == .debounce)
    #expect(simulated.pauses.count == 1_499)
    #expect(simulated.pauses.allSatisfy { $0 < delay })
    #expect(simulated.saves.map(\.reason) == [.documentClose])
    #expect(simulated.plan.savedStrokeCount == 1_500)
    #expect(simulated.plan.lossWindowMilliseconds > 300_000)

    // A longest wait bounds what the writing alone would let grow.
    var bounded = simulated.session
    bounded.policy.maxWaitMilliseconds = 5_000
    let plan = ReplayPlan(bounded)
    #expect(plan.lossWindowMilliseconds == 5_000)
    #expect(plan.saveCount > 50)
  }

  @Test("Putting a notebook in order, pages are added, deleted and moved 200 times")
  func reorder() throws {
    let simulated = try SimulatedWorkload("reorder")
    let operations = simulated.count { action in
      switch action {
      case .addPage, .deletePage, .movePage: true
      default: false
      }
    }
    #expect(operations >= 200)
    #expect(simulated.count { if case .deletePage = $0 { true } else { false } } == 40)
    #expect(simulated.count { if case .movePage = $0 { true } else { false } } == 120)
    #expect(operations > simulated.written.count)
  }

  @Test("Under churn, a tenth of all that was ever put down is there at the end, in the same place")
  func churn() throws {
    let simulated = try SimulatedWorkload("churn")
    let pages = try simulated.finalPages()
    #expect(pages.count == 1)
    let live = pages.values.reduce(0) { $0 + $1.elements.count }
    var put = 0
    for case .edit(_, let edit, _) in simulated.session.events.map(\.action) {
      switch edit {
      case .put: put += 1
      case .replace(_, let pieces): put += pieces.count
      case .remove, .move: break
      }
    }
    #expect(put >= 2_000)
    #expect(Double(live) < 0.15 * Double(put))
  }

  @Test("A day has several sittings with hours between, and pages from light to dense")
  func day() throws {
    let simulated = try SimulatedWorkload("day")
    let relaunches = simulated.count { $0 == .terminateAndRelaunch }
    #expect(2...5 ~= relaunches)
    #expect(simulated.plan.lengthMilliseconds > 4 * 3_600_000)
    #expect(1_000...6_000 ~= simulated.written.count)
    var sizes: [Int] = []
    var page = Page(id: PageID(rawValue: 0))
    for index in simulated.session.base.document.pages.indices {
      try simulated.session.base.source.fill(&page, index: index)
      sizes.append(page.elements.count)
    }
    #expect(75...300 ~= median(sizes))
    #expect(sizes.max() ?? 0 > 4 * (sizes.min() ?? 0))
  }

  @Test("The reference recording has 21 strokes and 3,400 samples")
  func referenceRecording() throws {
    let simulated = try SimulatedWorkload("reference-recording")
    #expect(simulated.written.count == 21)
    #expect(simulated.session.arena.points.count == 3_400)
    #expect(simulated.session.events.count == 21 + 4)
  }

  @Test(
    "The reference's blobs and their realistic twin are as much data in one save",
    arguments: [("reference-blobs", 100, 3_400), ("reference-rows", 2_100, 162)])
  func referenceSave(name: String, strokes: Int, points: Int) throws {
    let simulated = try SimulatedWorkload(name)
    #expect(simulated.pointsPerStroke == Array(repeating: points, count: strokes))
    #expect(abs(strokes * points - 340_000) <= 200)
    #expect(simulated.saves.count == 1)
    #expect(simulated.saves[0].pages.count == 1)
    #expect(simulated.plan.savedStrokeCount == strokes)
  }

  @Test(
    "Each says what it stands for in two to four sentences",
    arguments: WorkloadLibrary.embedded.map { $0.name })
  func about(name: String) throws {
    let about = try WorkloadLibrary.load(name, folder: "none").about
    let sentences = about.split(separator: ". ").count
    #expect(2...4 ~= sentences, "\(sentences)")
    #expect(about.hasSuffix("."))
    #expect(80...700 ~= about.count)
  }
}
