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
/// background as the workload has them, few strokes, and it ends as any crash excerpt does, with images,
/// opaque bytes, stays and a close. A session file gives its last minutes as they were, from the document as
/// it then stood. Pages keep their lowest elements, images a few blocks.
package struct CrashExcerpt: Sendable {
  package var session: Session
  /// Which events it is, in words.
  package var words: String
  /// The workload or file, as the user named it.
  package let operand: String
  /// The simulator's seed; nil for a session file.
  private let seed: UInt64?

  /// Cuts a session down; throws if it makes no sense, or never opens a page.
  package init(_ reference: SessionReference, named name: String, operand: String) throws(RunError) {
    self.operand = operand
    let excerpt: Session?
    switch reference {
    case .workload(let json, let seed):
      self.seed = seed
      (excerpt, words) = try Self.start(ofWorkload: json, seed: seed)
    case .file:
      seed = nil
      (excerpt, words) = try Self.end(of: try reference.load())
    }
    guard
      let small = excerpt?.withSmallBase(
        elementsPerPage: Self.baseElementsMax, assetByteCountMax: Self.assetByteCountMax)
    else { throw .input("nothing of the session '\(name)' can be explored: it never opens a page") }
    session = small
    session.name = name
    words += "; at most \(Self.baseElementsMax) elements a page to begin with"
  }

  /// The beginning of a small session of a workload, and what that is in words.
  private static func start(
    ofWorkload json: String, seed: UInt64
  ) throws(RunError) -> (session: Session, words: String) {
    let small: SmallWorkload
    do throws(WorkloadError) {
      small = SmallWorkload(try Workload(json: json), strokes: strokesMax)
    } catch {
      throw .input(error.description)
    }
    let whole = try SessionReference.workload(json: small.workload.canonicalText, seed: seed).load()
    var words = "the workload cut to \(small.summary)"
    let count = whole.events.count
    if count > eventsMax { words += ", its first \(eventsMax) of \(count) events" }
    words +=
      "; then some images, a stroke with opaque bytes, stays in the background with unsaved changes, and the "
      + "close"
    return (whole.crashExcerpt(eventsMax: eventsMax), words)
  }

  /// The end of a recorded session, and what that is in words; no session if it never opens a page.
  private static func end(of whole: Session) throws(RunError) -> (session: Session?, words: String) {
    let last: LastMinutes?
    do throws(PageSourceError) {
      last = try LastMinutes(of: whole, eventsMax: lastEventsMax, elementsPerPage: baseElementsMax)
    } catch {
      throw .input(error.description)
    }
    guard let last else { return (nil, "") }
    return (last.session, last.words(of: whole.events.count))
  }

  private static let strokesMax = 24
  private static let eventsMax = 60
  /// Ten minutes of quick writing; more would spread the states of a budget thin.
  private static let lastEventsMax = 240
  private static let baseElementsMax = 8
  /// Three blocks: enough for a state that lacks the middle one.
  private static let assetByteCountMax = 9_000
}

extension LastMinutes {
  /// Which events of so many these are.
  fileprivate func words(of count: Int) -> String {
    guard events.count < count else {
      return "the whole session, \(counted(count, "event")) in \(Self.time(milliseconds))"
    }
    let stretch =
      isCutByCount
      ? "the last \(events.count) events of the session's last 10 minutes, \(Self.time(milliseconds)) long"
      : "the last \(Self.time(milliseconds)) of the session"
    return "\(stretch) (events \(events.lowerBound + 1) to \(events.upperBound) of \(count)), "
      + "on the pages that they touch, as these stood then"
  }

  private static func time(_ milliseconds: UInt64) -> String {
    let seconds = (milliseconds + 500) / 1_000
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
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
