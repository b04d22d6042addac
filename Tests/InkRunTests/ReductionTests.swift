import InkModel
import InkRun
import InkSimulation
import Testing

@testable import InkRun

@Suite("Leaving out parts of a session") struct ReductionTests {
  private func session(_ seed: UInt64) throws -> Session {
    var workload = Workload()
    workload.session.strokes = 40
    workload.document.basePages = 3
    workload.document.basePagesWithImageShare = 1
    workload.edits.movedShare = 1
    workload.document.opaqueBytesPerStroke = 3
    workload.edits.removedShare = 0.7
    workload.edits.images = 3
    workload.pages.reorders = 2
    workload.pages.deletions = 1
    workload.pages.additions = 2
    workload.app.relaunches = 2
    let small = SmallWorkload(workload, strokes: 40).workload
    return try #require(try Simulator.session(of: small, seed: seed).withInlineBase())
  }

  @Test("A session that is whole stays as it is")
  func whole() throws {
    let session = try session(1)
    #expect(try #require(session.repaired()).digest() == session.digest())
  }

  @Test("Sessions have parts of every kind, and of each kind some can go")
  func kinds() throws {
    for reduction in Reduction.allCases {
      let shorter = try (0..<6 as Range<UInt64>).contains { seed in
        var session = try session(seed)
        // Assets go when no image of the base shows them any more.
        if reduction == .baseAssets {
          let all = 0..<Reduction.baseElements.count(in: session)
          session = Reduction.baseElements.leaveOut(all, of: session) ?? session
        }
        let count = reduction.count(in: session)
        return count > 0 && reduction.leaveOut(count - 1..<count, of: session) != nil
      }
      #expect(reduction == .events || shorter, "\(reduction)")
    }
  }

  @Test("Stirred sessions are sessions, and no two seeds stir alike", arguments: 0..<40 as Range<UInt64>)
  func stirring(seed: UInt64) throws {
    let plain = try session(seed)
    let stirred = plain.stirred()
    try stirred.validate()
    #expect(stirred.firstForgottenAsset() == nil)
    #expect(stirred.digest() == plain.stirred().digest())
    #expect(stirred.events.count >= plain.events.count)
  }

  @Test("An image that comes back after the document was closed without it asks for too much")
  func forgottenAsset() throws {
    let page = PageInfo(id: PageID(rawValue: 1))
    let image = PlacedImage(
      id: ElementID(rawValue: 5), frame: Frame(x: 0, y: 0, width: 9, height: 9), asset: AssetID(rawValue: 7))
    func session(keepingImage: Bool) -> Session {
      var actions: [Action] = [
        .openDocument, .turnTo(page.id), .insertAsset(image.asset, byteCount: 40),
        .edit(page.id, .put(.image(image), index: 0), cause: .insert),
      ]
      if !keepingImage { actions.append(.edit(page.id, .remove(image.id), cause: .undo)) }
      actions += [.closeDocument, .openDocument, .turnTo(page.id)]
      if keepingImage { actions.append(.edit(page.id, .remove(image.id), cause: .erase)) }
      actions += [.edit(page.id, .put(.image(image), index: 0), cause: .redo), .closeDocument]
      return Session(
        name: "image", origin: .recorded(app: "test"), times: .recorded, seed: 1,
        base: .inline(
          DocumentInfo(id: DocumentID(rawValue: 2), title: "t", pages: [page]), pages: [Page(id: page.id)]),
        events: actions.enumerated().map { Event(startMilliseconds: UInt64($0) * 900, action: $1) })
    }
    try session(keepingImage: false).validate()
    #expect(session(keepingImage: false).firstForgottenAsset() == 9)
    #expect(session(keepingImage: true).firstForgottenAsset() == nil)
    #expect(session(keepingImage: false).repaired()?.events.count == 9)
  }

  @Test(
    "Whatever is left out, what is left is a session, and smaller or as large",
    arguments: 0..<6 as Range<UInt64>)
  func anything(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var session = try session(seed)
    for _ in 0..<120 {
      let reduction = Reduction.allCases[random.below(Reduction.allCases.count)]
      let count = reduction.count(in: session)
      guard count > 0 else { continue }
      let start = random.below(count)
      let run = start..<min(count, start + 1 + random.below(4))
      guard let candidate = reduction.leaveOut(run, of: session) else { continue }
      try candidate.validate()
      #expect(candidate.shrinkableCount <= session.shrinkableCount + 2)
      session = candidate
    }
    #expect(session.events.count >= 2)
  }

  @Test("What depends on a part goes with it, and nothing else does")
  func dependants() throws {
    let session = try session(2)
    let turn = try #require(session.events.firstIndex { if case .turnTo = $0.action { true } else { false } })
    let without = try #require(Reduction.events.leaveOut(turn..<turn + 1, of: session))
    let next = session.events[(turn + 1)...].firstIndex {
      if case .turnTo = $0.action { true } else { false }
    }
    // Until the next page comes into view there is nothing to edit.
    for event in without.events[turn..<(next.map { min($0, without.events.count) } ?? turn)].prefix(1) {
      if case .edit = event.action { Issue.record("\(event) has no page in view") }
    }
    #expect(without.events.count < session.events.count)
  }

  @Test("A small workload keeps the mix and cuts the sizes")
  func small() throws {
    for name in WorkloadLibrary.names(folder: "none") {
      let whole = try WorkloadLibrary.load(name, folder: "none")
      let small = SmallWorkload(whole, strokes: 40).workload
      #expect(small.session.strokes <= 40)
      #expect(small.document.basePages <= 3)
      #expect(small.edits.removedShare == whole.edits.removedShare)
      #expect(small.policy == whole.policy)
      let session = try Simulator.session(of: small, seed: 3)
      try session.validate()
      #expect(session.arena.points.count < 20_000, "\(name)")
      #expect(session.firstForgottenAsset() == nil, "\(name)")
      let inline = try #require(session.withInlineBase(), "\(name)")
      #expect(try #require(inline.repaired()).digest() == inline.digest(), "\(name)")
    }
  }
}
