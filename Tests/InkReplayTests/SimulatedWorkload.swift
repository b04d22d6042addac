import InkModel
import InkReplay
import InkSimulation

/// A workload of the library with the session that its own seed gives and the plan of its replay.
struct SimulatedWorkload {
  let workload: Workload
  let session: Session
  let plan: ReplayPlan

  init(_ name: String) throws {
    workload = try WorkloadLibrary.load(name, folder: "none")
    session = try Simulator.session(of: workload, seed: UInt64(workload.seed))
    plan = ReplayPlan(session)
  }

  /// The edits of a cause, in order.
  func edits(_ cause: EditCause) -> [Edit] {
    session.events.compactMap { event in
      if case .edit(_, let edit, cause) = event.action { edit } else { nil }
    }
  }

  /// The strokes that the writer drew.
  var written: [Stroke] {
    edits(.write).compactMap { if case .put(.stroke(let stroke), _) = $0 { stroke } else { nil } }
  }

  /// Samples of each stroke that the writer drew.
  var pointsPerStroke: [Int] { written.map { Int($0.points.count) } }

  /// Sizes of the images that are there or arrive.
  var imageByteCounts: [Int] {
    session.base.assets.map(\.byteCount)
      + session.events.compactMap { if case .insertAsset(_, let size) = $0.action { size } else { nil } }
  }

  /// Every save: when it starts, why, and which pages it saves.
  var saves: [(startMilliseconds: UInt64, reason: SaveReason, pages: [PageID])] {
    plan.steps.compactMap { step in
      if case .save(let reason, let pages) = step.action {
        (step.startMilliseconds, reason, pages)
      } else {
        nil
      }
    }
  }

  func count(_ isCounted: (Action) -> Bool) -> Int { session.events.count { isCounted($0.action) } }

  /// The pages as the session leaves them, those that it edits or adds.
  func finalPages() throws -> [PageID: Page] {
    var pages: [PageID: Page] = [:]
    let indices = Dictionary(
      uniqueKeysWithValues: session.base.document.pages.enumerated().map { ($1.id, $0) })
    for event in session.events {
      guard case .edit(let id, let edit, _) = event.action else { continue }
      if pages[id] == nil {
        var page = Page(id: id)
        if let index = indices[id] { try session.base.source.fill(&page, index: index) }
        pages[id] = page
      }
      try pages[id]?.apply(edit, from: session.arena)
    }
    return pages
  }

  /// The times from the end of each change to the start of the next, where both lie on the same page.
  var pauses: [UInt64] {
    var pauses: [UInt64] = []
    var last: Event?
    for event in session.events {
      guard case .edit = event.action else {
        last = nil
        continue
      }
      if let last { pauses.append(event.startMilliseconds - last.endMilliseconds) }
      last = event
    }
    return pauses
  }
}

func median(_ values: [Int]) -> Int { values.sorted()[values.count / 2] }
