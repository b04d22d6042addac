internal import InkModel

/// Writes the events of one session.
///
/// Method. The writer writes stroke after stroke. Before each stroke lies a pause whose length depends on how
/// far the pen has to go; now and then the writer thinks or takes a break. After a stroke some strokes may be
/// erased, undone or moved, and some other page visited. Errands are spread over the session. Every edit is
/// carried out on a copy of the page at once, so that the next one is sure to fit.
struct SessionWriter {
  /// A page that the session has touched, and the hand that goes on writing on it.
  struct Sheet {
    var page: Page
    var scribe: PageScribe
  }

  let workload: Workload
  let seed: UInt64
  let source: GeneratedPages
  var random: SplitMix64
  var pen = Pen()
  var arena = InkArena()
  private(set) var events: [Event] = []

  var pages: [PageInfo]
  var pageInView: PageID
  var sheets: [PageID: Sheet] = [:]
  var addedPageCount = 0
  private var nextElement = SessionWriter.firstElement
  private(set) var nextAsset = SessionWriter.firstAsset

  var done: [Change] = []
  var rewriting: Rewriting?
  /// The hands that write again where something was erased.
  var rewriters: [PageID: PageScribe] = [:]
  var debts: Debts
  var errands: Errands
  /// Milliseconds since the session began, and those of them that the writer was away between sittings.
  var now: UInt64 = 0
  var away: UInt64 = 0
  var strokesWritten = 0
  /// Whether the pen was put aside for another tool since the last stroke.
  var toolWasChanged = false

  /// Elements of the base lie below: 5,000 pages need 45 bits.
  private static let firstElement: UInt64 = 1 << 50
  private static let firstAsset: UInt64 = 1 << 20

  init(_ workload: Workload, seed: UInt64, base: Base) {
    self.workload = workload
    self.seed = seed
    source = GeneratedPages(workload, seed: seed)
    random = SplitMix64(seed: seed, keys: StreamKey.session)
    pages = base.document.pages
    pageInView = GeneratedPages.pageID(0)
    debts = Debts(workload.edits, &random)
    errands = Errands(workload, &random)
  }

  /// Writes the session from opening to closing.
  mutating func run() throws(EditError) {
    try open()
    while progress < 1 {
      while let errand = errands.next(at: progress) { try perform(errand) }
      try turnIfFull()
      try writeStroke()
      try edit()
      if random.chance(workload.pages.revisitShare) { try revisit() }
    }
    while let errand = errands.next(at: 1) {
      // Nobody sits down again when all is written.
      if case .sitDown = errand { continue }
      try perform(errand)
    }
    wait(workload.pauses.swipeSeconds)
    record(.closeDocument)
  }

  /// How much of the session is over, from 0 to 1.
  private var progress: Double {
    let strokes = Double(strokesWritten) / Double(workload.session.strokes)
    guard let minutes = [workload.session.minutes, errands.minutes].compactMap(\.self).min() else {
      return strokes
    }
    return max(strokes, Double(now - away) / (minutes * 60_000))
  }

  private mutating func perform(_ errand: Errand) throws(EditError) {
    switch errand {
    case .addPage: addPage()
    case .deletePage: deletePage()
    case .movePage: movePage()
    case .browse: browse()
    case .insertImage: try insertImage()
    case .background: leave(relaunching: false)
    case .relaunch: leave(relaunching: true)
    case .listLibrary: visitLibrary()
    case .export: export()
    case .sitDown: sitDown()
    }
  }

  /// Appends an event that begins now.
  mutating func record(_ action: Action, lasting milliseconds: UInt32 = 0) {
    events.append(Event(startMilliseconds: now, durationMilliseconds: milliseconds, action: action))
    now += UInt64(milliseconds)
  }

  /// Lets time pass.
  mutating func wait(_ seconds: Quantity) { wait(seconds: seconds.sample(&random)) }

  mutating func wait(seconds: Double) { now += UInt64(Elementary.nearestInteger(seconds * 1_000)) }

  mutating func newElement() -> ElementID {
    defer { nextElement += 1 }
    return ElementID(rawValue: nextElement)
  }

  mutating func newAsset() -> AssetID {
    defer { nextAsset += 1 }
    return AssetID(rawValue: nextAsset)
  }

  /// Carries an edit out on the page in view and records it.
  mutating func commit(_ edit: Edit, _ cause: EditCause, lasting milliseconds: UInt32 = 0) throws(EditError) {
    try sheets[pageInView]?.page.apply(edit, from: arena)
    record(.edit(pageInView, edit, cause: cause), lasting: milliseconds)
  }
}

extension SessionWriter {
  /// Writes one stroke on the page in view, after the pause that it takes.
  mutating func writeStroke() throws(EditError) {
    let id = newElement()
    guard let written = draw(id), let index = sheets[pageInView]?.page.elements.count else { return }
    pause(before: written)
    let edit = Edit.put(.stroke(written.stroke), index: index)
    let duration = arena.points[written.stroke.points.indices].last?.t ?? 0
    try commit(edit, .write, lasting: duration)
    done.append(Change(forward: [edit], backward: [.remove(id)]))
    strokesWritten += 1
  }

  /// Makes the next stroke of the page in view, in the session's arena.
  private mutating func draw(_ id: ElementID) -> PageScribe.Written? {
    if rewriting != nil { return drawAgain(id) }
    return sheets[pageInView]?.scribe.write(
      id: id, opaqueByteCount: workload.document.opaqueBytesPerStroke, with: &pen, into: &arena)
  }

  private mutating func pause(before written: PageScribe.Written) {
    let pauses = workload.pauses
    if random.chance(pauses.breakShare) { return takeBreak() }
    if random.chance(pauses.thinkShare) { return rest(pauses.thinkSeconds) }
    if toolWasChanged {
      toolWasChanged = false
      return rest(pauses.toolChangeSeconds)
    }
    if written.beginsLine {
      let isLong = random.chance(pauses.longLineBreakShare)
      return rest(isLong ? pauses.longLineBreakSeconds : pauses.lineBreakSeconds)
    }
    switch written.jump {
    case ..<0.5: rest(pauses.underHalfHeightSeconds)
    case ..<1: rest(pauses.underOneHeightSeconds)
    case ..<2: rest(pauses.underTwoHeightsSeconds)
    case ..<4: rest(pauses.underFourHeightsSeconds)
    default: rest(pauses.beyondFourHeightsSeconds)
    }
  }

  /// Lets the time between two strokes pass.
  private mutating func rest(_ seconds: Quantity) {
    wait(seconds: max(Self.shortestPauseSeconds, seconds.sample(&random)))
  }

  /// Two strokes are never nearer: the pen has to leave the glass.
  private static let shortestPauseSeconds = 0.016
}
