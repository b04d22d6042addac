import InkModel
import InkSimulation
import Testing

/// What a writer does beside writing follows the parameters that name it.
@Suite("Behaviour in simulated sessions") struct BehaviourTests {
  /// A session of a changed default workload, without base pages.
  static func session(
    strokes: Int = 300, seed: UInt64 = 5, _ change: (inout Workload) -> Void
  ) throws -> Session {
    var workload = Workload()
    workload.document.basePages = 0
    workload.session.strokes = strokes
    workload.pauses.breakShare = 0
    change(&workload)
    let session = try Simulator.session(of: workload, seed: seed)
    try session.validate()
    return session
  }

  @Test("Strokes carry opaque bytes of their own and for each sample, and pieces keep those of their samples")
  func opaqueBytes() throws {
    let session = try Self.session {
      $0.document.opaqueBytesPerStroke = 5
      $0.document.opaqueBytesPerPoint = 3
      $0.edits.partialEraseWeight = 1
      $0.edits.movedShare = 0
    }
    let arena = session.arena
    var strokes: [ElementID: Stroke] = [:]
    var pieceCount = 0
    for case .edit(_, let edit, _) in session.events.map(\.action) {
      switch edit {
      case .put(.stroke(let stroke), _):
        #expect(stroke.opaque.count == 5 + 3 * stroke.points.count)
        strokes[stroke.id] = stroke
      case .replace(let id, let pieces):
        let whole = try #require(strokes[id])
        for piece in pieces {
          strokes[piece.id] = piece
          let offset = try #require(Self.offset(of: piece, in: whole, arena))
          let bytes = Array(arena.opaque[whole.opaque.indices])
          let first = 5 + 3 * offset
          let expected = bytes.prefix(5) + bytes[first..<(first + 3 * Int(piece.points.count))]
          #expect(Array(arena.opaque[piece.opaque.indices]) == Array(expected))
          pieceCount += 1
        }
      default: continue
      }
    }
    #expect(pieceCount > 50)
  }

  /// At which sample of a stroke a piece of it begins.
  private static func offset(of piece: Stroke, in whole: Stroke, _ arena: InkArena) -> Int? {
    let (part, all) = (arena.points[piece.points.indices], arena.points[whole.points.indices])
    return (0...(all.count - part.count)).first { start in
      zip(part, all.dropFirst(start)).allSatisfy {
        $0.x == $1.x && $0.y == $1.y && $0.pressure == $1.pressure
      }
    }
  }

  @Test("What is erased is written again in its place, and makes the page no fuller")
  func rewriting() throws {
    func run(_ share: Double) throws -> Session {
      try Self.session(strokes: 600) {
        $0.edits.removedShare = 0.8
        $0.edits.wholeEraseWeight = 1
        $0.edits.partialEraseWeight = 0
        $0.edits.undoWeight = 0
        $0.edits.movedShare = 0
        $0.edits.images = 0
        $0.edits.rewriteShare = share
        $0.page.strokesPerPage = Quantity(.constant(100), within: 1...2_500)
        $0.pages.revisitShare = 0
      }
    }
    let session = try run(1)
    var places: [ElementID: SamplePoint] = [:]
    var erased: SamplePoint?
    var hits = 0
    var bursts = 0
    for event in session.events {
      switch event.action {
      case .edit(_, .put(.stroke(let stroke), _), .write):
        let first = session.arena.points[stroke.points.indices.lowerBound]
        places[stroke.id] = first
        if let erased {
          bursts += 1
          if first.x == erased.x, first.y == erased.y { hits += 1 }
        }
        erased = nil
      // The last stroke of a burst is the one that was written first.
      case .edit(_, .remove(let id), .erase): erased = places[id]
      default: erased = nil
      }
    }
    #expect(bursts > 80)
    // Some places lie too near to the border for what is written there.
    #expect(hits * 10 > bursts * 8)
    let pages = try [run(0), session].map { session in session.events.count { $0.action.kind == "addPage" } }
    #expect(pages[0] >= 6)
    #expect(pages[1] * 3 < pages[0] * 2)
  }

  @Test("Who visits the shelf closes the document, and finds the page again on coming back")
  func shelf() throws {
    let session = try Self.session {
      $0.app.libraryVisits = 4
      $0.app.shelfSeconds = Quantity(.constant(7), within: 0...60)
    }
    let actions = session.events.map(\.action)
    var page: PageID?
    var visits = 0
    for (index, action) in actions.enumerated() {
      if case .turnTo(let id) = action { page = id }
      guard action == .listLibrary else { continue }
      visits += 1
      #expect(actions[index - 1] == .closeDocument)
      #expect(actions[index + 1] == .openDocument)
      #expect(actions[index + 2] == page.map { .turnTo($0) })
      let times = session.events[index...(index + 1)].map(\.startMilliseconds)
      #expect(times[times.endIndex - 1] - times[times.startIndex] == 7_000)
    }
    #expect(visits == 4)
  }

  @Test("An app that takes down each step of a drag makes many small moves of what another makes one of")
  func drags() throws {
    func moves(_ commit: DragCommit) throws -> [(start: UInt64, end: UInt64, ids: [ElementID])] {
      let session = try Self.session {
        $0.edits.dragCommit = commit
        $0.edits.dragSteps = Quantity(.constant(60), within: 1...100)
        $0.edits.movedShare = 1
      }
      return session.events.compactMap { event in
        guard case .edit(_, .move(let ids, _, _), .lasso) = event.action else { return nil }
        return (event.startMilliseconds, event.endMilliseconds, ids)
      }
    }
    let (whole, steps) = try (moves(.release), moves(.step))
    #expect(whole.allSatisfy { $0.end - $0.start == 500 })
    let drags = zip(steps, steps.dropFirst()).count { $0.ids != $1.ids || $1.start != $0.end } + 1
    #expect(steps.count > 30 * drags)
    #expect(steps.allSatisfy { $0.end - $0.start >= 8 })
    #expect(abs(drags - whole.count) <= whole.count / 3)
  }

  @Test("Sittings last as long as they are drawn, and the app is ended between them")
  func sittings() throws {
    let session = try Self.session(strokes: 50_000) {
      $0.session.sittings = Quantity(.constant(3), within: 1...20)
      $0.session.sittingMinutes = Quantity(.constant(10), within: 0.5...600)
      $0.session.sittingGapHours = Quantity(.constant(2), within: 0.1...72)
      $0.pauses.thinkSeconds = Quantity(.constant(3), within: 0...60)
      $0.app.backgrounds = 0
    }
    var begins: [UInt64] = [0]
    var ends: [UInt64] = []
    for event in session.events {
      if event.action == .background { ends.append(event.startMilliseconds) }
      if event.action == .terminateAndRelaunch { begins.append(event.startMilliseconds) }
    }
    ends.append(session.events.last?.startMilliseconds ?? 0)
    #expect(begins.count == 3 && ends.count == 3)
    for (begin, end) in zip(begins, ends) { #expect(570_000...640_000 ~= end - begin) }
    for (end, begin) in zip(ends, begins.dropFirst()) { #expect(begin - end == 7_200_000) }
  }

  @Test("Erasing hits recent strokes or any, as the share says")
  func reach() throws {
    func oldest(_ share: Double) throws -> [Int] {
      let session = try Self.session(strokes: 500) {
        $0.edits.recentShare = share
        $0.edits.recentStrokes = 10
        $0.edits.eraseBurstStrokes = Quantity(.constant(1), within: 1...5)
        $0.edits.undoWeight = 0
        $0.edits.movedShare = 0
        $0.page.strokesPerPage = Quantity(.constant(2_000), within: 1...2_500)
        $0.pages.revisitShare = 0
        $0.edits.images = 0
      }
      var live: [ElementID] = []
      var depths: [Int] = []
      for case .edit(_, let edit, _) in session.events.map(\.action) {
        switch edit {
        case .put(let element, let index): live.insert(element.id, at: index)
        case .remove(let id), .replace(let id, _):
          guard let place = live.firstIndex(of: id) else { continue }
          depths.append(live.count - 1 - place)
          live.remove(at: place)
          if case .replace(_, let pieces) = edit { live.insert(contentsOf: pieces.map(\.id), at: place) }
        case .move: continue
        }
      }
      return depths
    }
    let (recent, any) = try (oldest(1), oldest(0))
    #expect(recent.count > 80)
    #expect(recent.allSatisfy { $0 < 10 })
    #expect(any.count { $0 > 50 } * 2 > any.count)
  }

  @Test("A stroke that is erased in part leaves as many pieces as the workload says", arguments: 1...3)
  func pieces(count: Int) throws {
    let session = try Self.session {
      $0.edits.partialErasePieces = Quantity(.constant(Double(count)), within: 1...3)
      $0.edits.undoWeight = 0
    }
    let pieces = session.events.compactMap { event -> Int? in
      if case .edit(_, .replace(_, let pieces), _) = event.action { pieces.count } else { nil }
    }
    #expect(pieces.count > 10)
    #expect(pieces.allSatisfy { $0 == count })
  }
}
