package import InkModel
internal import InkReplay
package import InkReport
package import InkRun
internal import InkSimulation

/// What of a session the lab records: short, with everything that can break, on small pages.
///
/// Method. A crash state is written to disk, opened and compared in well under a millisecond only if its
/// store is small, and what tells states apart is the order of file calls, not the number of strokes. So a
/// workload is cut down as for a check of content: the mix of edits, pauses, page turns and stays in the
/// background as the workload has them, few strokes. A session file gives its first events. Either ends as
/// any crash excerpt does, with images, opaque bytes, stays and a close. Pages keep their lowest elements,
/// images a few blocks.
package struct CrashExcerpt: Sendable {
  package var session: Session
  /// Which events it is, in words.
  package var words: String
  /// The workload or file, as the user named it.
  package let operand: String
  /// The simulator's seed; nil for a session file.
  private let seed: UInt64?

  /// Cuts a session down; throws if it makes no sense.
  package init(_ reference: SessionReference, named name: String, operand: String) throws(RunError) {
    self.operand = operand
    var whole: Session
    switch reference {
    case .workload(let json, let seed):
      let small: SmallWorkload
      do throws(WorkloadError) {
        small = SmallWorkload(try Workload(json: json), strokes: Self.strokesMax)
      } catch {
        throw .input(error.description)
      }
      whole = try SessionReference.workload(json: small.workload.canonicalText, seed: seed).load()
      self.seed = seed
      words = "the workload cut to \(small.summary)"
    case .file:
      whole = try reference.load()
      seed = nil
      words = "the session"
    }
    let eventCount = whole.events.count
    whole.name = name
    let excerpt = whole.crashExcerpt(eventsMax: Self.eventsMax)
    guard
      let small = excerpt.withSmallBase(
        elementsPerPage: Self.baseElementsMax, assetByteCountMax: Self.assetByteCountMax)
    else { throw .input("nothing of the session '\(name)' is left to explore; it never opens a page") }
    session = small
    session.name = name
    if eventCount > Self.eventsMax { words += ", its first \(Self.eventsMax) of \(eventCount) events" }
    words +=
      "; then some images, a stroke with opaque bytes, stays in the background with unsaved changes, and the "
      + "close; at most \(Self.baseElementsMax) elements a page to begin with"
  }

  private static let strokesMax = 24
  private static let eventsMax = 60
  private static let baseElementsMax = 8
  /// Three blocks: enough for a state that lacks the middle one.
  private static let assetByteCountMax = 9_000
}

extension CrashExcerpt {
  /// What reports say of it.
  package var explored: CrashReport.ExploredSession {
    let strokes = session.events.count {
      if case .edit(_, .put(.stroke, _), _) = $0.action { true } else { false }
    }
    return CrashReport.ExploredSession(
      name: session.name, operand: operand, seed: seed, digest: session.digest(), excerpt: words,
      events: session.events.count, pages: session.base.document.pages.count, strokes: strokes)
  }
}
