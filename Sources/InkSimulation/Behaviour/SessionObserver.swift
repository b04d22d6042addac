package import InkModel

extension SessionStatistics {
  /// How much of a session's base is looked at.
  package enum BasePages: Hashable, Sendable {
    /// All of it, one page at a time.
    case all
    /// So many pages, evenly spread, and those that the session edits.
    case sampled(Int)
  }

  /// Measures a session, telling now and then which share is done.
  ///
  /// Throws if a page of the base can't be made or an edit does not fit it.
  package init(
    of session: Session, basePages: BasePages = .sampled(Self.basePagesSampled),
    progress: (Double) -> Void = { _ in }
  ) throws(StatisticsError) {
    var observer = SessionObserver(session)
    do throws(StatisticsError) {
      try observer.observeBase(session.base, basePages)
      for (index, event) in session.events.enumerated() {
        if index % 256 == 0 { progress(Double(index) / Double(session.events.count)) }
        try observer.take(event, session.base, session.arena)
      }
    } catch {
      throw StatisticsError("session '\(session.name)': \(error)")
    }
    observer.finish()
    self = observer.statistics
  }

  /// Enough for a median within a few per cent, and a second's work.
  package static let basePagesSampled = 32
}

/// Why a session can't be measured, as one sentence.
package struct StatisticsError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  init(_ description: String) { self.description = description }
  init(_ error: PageSourceError) { description = error.description }
  init(_ error: EditError) { description = error.description }
}

/// Follows a session's events once and notes what they show.
///
/// Pages are kept as the events leave them, because an eraser's reach can only be told on the page. What an
/// event means follows from those before it, of which the last is enough: the time between two strokes is a
/// pause only if nothing else happened between them.
struct SessionObserver {
  /// What happened last.
  enum Last: Hashable {
    case nothing, stroke, undo, redo, erase, lasso, edit, turn, other
  }

  var statistics = SessionStatistics()
  var last = Last.nothing
  /// When the last event was over.
  var lastEnd: UInt64 = 0
  /// Where the pen was lifted from the page in view, in tenths of a point.
  var penUp: SIMD2<Double>?
  /// Pauses and the way of the pen in them, judged once the size of writing is known.
  var jumps: [Jump] = []
  /// Heights of the strokes written on a page, in millimetres.
  var heights: [PageID: [Double]] = [:]

  var pages: [PageID]
  var pageInView: PageID?
  var contents: [PageID: Page] = [:]
  /// Strokes ever written on a page, those of the base included.
  var writtenCounts: [PageID: Int] = [:]
  /// Strokes of the base on pages that the session has written on.
  var baseCounts: [PageID: Int] = [:]
  /// Pages that the session began, in contrast to those of the base that had ink already.
  var begunPages: Set<PageID> = []
  /// Pages that were left for a new one, so that nobody was writing on them any more.
  var finishedPages: Set<PageID> = []
  let baseIndices: [PageID: Int]
  /// Whether another program kept what was written, and not who wrote it how.
  ///
  /// Such a session is a notebook: its pages are whole, and count as those of a base.
  let isImported: Bool
  /// Whether strokes have the shapes and pressure that were recorded.
  let hasShapes: Bool
  let hasSampleTimes: Bool
  let hasPauses: Bool

  /// Strokes erased one after another by now, and by the last burst.
  var burst = 0
  var erased = 0
  /// Where the earliest of them began.
  var erasedStart: SIMD2<Double>?
  /// Strokes that still take the place of erased ones.
  var rewritingLeft = 0
  /// Whether the last stroke was one of those.
  var wasRewriting = false
  var openDrag: Drag?
  /// The page to go back to, strokes written since, and pages between; nil unless the writer left it.
  var excursion: Excursion?
  var turns = 0
  /// The pause before the first of these turns.
  var firstTurnSeconds: Double?
  var awaySince: UInt64?

  /// A pause between two strokes.
  struct Jump {
    var seconds: Double
    var way: SIMD2<Double>
    var page: PageID
  }

  /// A selection that is being moved.
  struct Drag {
    var ids: [ElementID]
    var milliseconds: Double
  }

  /// A visit to another page.
  struct Excursion {
    var home: PageID
    var strokes = 0
    var distance: Int
  }

  init(_ session: Session) {
    let document = session.base.document
    pages = document.pages.map(\.id)
    baseIndices = Dictionary(
      document.pages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    if case .imported = session.origin { isImported = true } else { isImported = false }
    hasShapes = session.shapes == .original
    hasSampleTimes = session.times != .synthetic && hasShapes
    hasPauses = session.times == .simulated || session.times == .recorded
    statistics.count(.sessions)
    if !isImported { statistics.count(.sessionsAtWork) }
    if hasShapes { statistics.count(.sessionsWithShapes) }
    if hasSampleTimes { statistics.count(.sessionsWithTimes) }
    if hasPauses { statistics.count(.sessionsWithPauses) }
    statistics.tally(session.times.rawValue, .times)
    if !isImported { statistics.tally(session.policy.tallyName, .savePolicy) }
    for page in document.pages { statistics.tally(page.canvas.tallyName, .canvas) }
    for asset in session.base.assets { statistics.note(Double(asset.byteCount) / 1_000, .imageKilobytes) }
  }

  mutating func take(
    _ event: Event, _ base: borrowing Base, _ arena: borrowing InkArena
  ) throws(StatisticsError) {
    countTime(of: event)
    if case .edit(let page, let edit, let cause) = event.action {
      try load(page, base)
      observe(edit, cause: cause, on: page, event, arena)
      do throws(EditError) { try contents[page]?.apply(edit, from: arena) } catch {
        throw StatisticsError(error)
      }
    } else {
      endBurst()
      endDrag()
      observe(event.action, at: event.startMilliseconds)
    }
    lastEnd = max(lastEnd, event.endMilliseconds)
  }

  /// Adds to the time that the writer was at work: all but breaks and absence.
  private mutating func countTime(of event: Event) {
    guard hasPauses else { return }
    if event.startMilliseconds >= lastEnd, awaySince == nil {
      let gap = event.startMilliseconds - lastEnd
      if Double(gap) <= Self.breakSeconds * 1_000 { statistics.count(.writingMilliseconds, Int(gap)) }
    }
    statistics.count(.writingMilliseconds, Int(event.durationMilliseconds))
    guard case .edit(_, .put(.stroke, _), .write) = event.action else { return }
    statistics.count(.penDownMilliseconds, Int(event.durationMilliseconds))
  }

  /// Makes a page that is not there yet.
  private mutating func load(_ id: PageID, _ base: borrowing Base) throws(StatisticsError) {
    guard contents[id] == nil else { return }
    var page = Page(id: id)
    if let index = baseIndices[id] {
      do throws(PageSourceError) { try base.source.fill(&page, index: index) } catch {
        throw StatisticsError(error)
      }
    }
    let strokes = page.strokeCount
    contents[id] = page
    writtenCounts[id] = strokes
    baseCounts[id] = strokes
    if strokes == 0 { begunPages.insert(id) }
  }

  mutating func finish() {
    endBurst()
    endDrag()
    endTurns()
    classifyPauses()
    notePages()
    if !isImported {
      statistics.count(.sittings)
      statistics.note(Double(statistics[.strokes]), .strokesPerSession)
    }
    if hasPauses { statistics.note(Double(statistics[.writingMilliseconds]) / 60_000, .sessionMinutes) }
    if statistics.ink[.pressurePlateau].count > 0 { statistics.count(.sessionsWithPressure) }
  }
}

extension Page {
  var strokeCount: Int { elements.count { if case .stroke = $0 { true } else { false } } }
}

extension Canvas {
  var tallyName: String { "\(width)x\(height)" }
}

extension SavePolicy {
  /// Trigger, delay and longest wait, as a tally counts them.
  var tallyName: String {
    "\(trigger.rawValue) \(delayMilliseconds)" + (maxWaitMilliseconds.map { " \($0)" } ?? "")
  }
}
