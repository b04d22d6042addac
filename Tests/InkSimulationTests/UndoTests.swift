import InkModel
import InkSimulation
import Testing

@Suite("Undo in simulated sessions") struct UndoTests {
  /// The page as it was before the change that may be undone next, and what the change was.
  private struct Before {
    var page: Page
    var cause: EditCause
  }

  @Test("Undo gives the page back as it was before the change, whatever the change", arguments: [1, 2, 3, 4])
  func undoRestores(seed: UInt64) throws {
    var workload = Workload()
    workload.session.strokes = 400
    workload.document.opaqueBytesPerStroke = 5
    workload.edits.undoWeight = 1
    workload.edits.removedShare = 1.2
    workload.edits.redoShare = 0.5
    // So that one burst of erasing can be told from the next by the time between.
    workload.edits.eraseStepSeconds = Quantity(.constant(0.05), within: 0...60)
    workload.pauses.toolChangeSeconds = Quantity(.constant(1), within: 0...60)
    let session = try Simulator.session(of: workload, seed: seed)
    var pages: [PageID: Page] = [:]
    for (index, info) in session.base.document.pages.enumerated() {
      var page = Page(id: info.id)
      try session.base.source.fill(&page, index: index)
      pages[info.id] = page
    }
    var before: Before?
    var last: (cause: EditCause, end: UInt64)?
    var undone: [EditCause: Int] = [:]
    for (index, event) in session.events.enumerated() {
      guard case .edit(let id, let edit, let cause) = event.action else {
        (before, last) = (nil, nil)
        continue
      }
      let page = pages[id] ?? Page(id: id)
      // A burst of erasing is one change; each stroke written is one.
      let isNextOfBurst = last.map { $0.cause == .erase && event.startMilliseconds < $0.end + 500 } ?? false
      if cause != .undo, cause != .erase || !isNextOfBurst { before = Before(page: page, cause: cause) }
      pages[id] = page
      try pages[id]?.apply(edit, from: session.arena)
      last = (cause, event.endMilliseconds)
      let next = session.events[index + 1].action
      if cause == .undo, let change = before, next.kind.hasSuffix(" undo") == false {
        #expect(pages[id]?.firstDifference(from: change.page) == nil, "event \(index + 1), \(change.cause)")
        undone[change.cause, default: 0] += 1
        before = nil
      }
    }
    #expect(undone[.write] ?? 0 > 5)
    #expect(undone[.erase] ?? 0 > 3)
    #expect(undone[.partialErase] ?? 0 > 3)
  }

  @Test("Strokes and the pieces of erased ones begin at time zero and hold their opaque bytes")
  func pieces() throws {
    var workload = Workload()
    workload.document.opaqueBytesPerStroke = 5
    let session = try Simulator.session(of: workload, seed: 2)
    var pieceCount = 0
    for case .edit(_, let edit, _) in session.events.map(\.action) {
      let strokes: [Stroke] =
        switch edit {
        case .put(.stroke(let stroke), _): [stroke]
        case .replace(_, let pieces): pieces
        default: []
        }
      for stroke in strokes {
        #expect(session.arena.points(of: stroke)[0].t == 0)
        #expect(stroke.opaque.count == 5)
      }
      if case .replace(_, let pieces) = edit {
        #expect(1...3 ~= pieces.count)
        pieceCount += pieces.count
      }
    }
    #expect(pieceCount > 40)
  }
}
