internal import InkModel

extension Session {
  /// The session with a few things mixed in that writers do seldom and stores get wrong easily.
  ///
  /// Method. At up to `stirringsMax` places, drawn from the seed, where a page is in view, one of these
  /// happens, and the session goes on later by the time it took: an image or a stroke appears, is taken back
  /// and comes again; something is moved about; the document is closed and opened; the app is ended in the
  /// background. Between two steps lies a pause in which a save may or may not fall, a look at another page,
  /// or a stay in the background. What appears lies at the bottom of the drawing order and stays there, so
  /// that every edit that follows still fits.
  func stirred() -> Session {
    let stirred = stirred(mayReopen: true)
    // Where an image comes back later, its asset must not be given up by closing the document.
    return stirred.firstForgottenAsset() == nil ? stirred : self.stirred(mayReopen: false)
  }

  private func stirred(mayReopen: Bool) -> Session {
    var random = SplitMix64(seed: seed, keys: Self.stirringKey)
    let count = 1 + random.below(Self.stirringsMax)
    let places = Set((0..<count).map { _ in random.below(max(1, events.count)) })
    var pot = Stirring(random: random, arena: arena, mayReopen: mayReopen)
    for (index, event) in events.enumerated() {
      pot.add(event)
      if places.contains(index) { pot.stir() }
    }
    var stirred = self
    stirred.events = pot.events
    stirred.arena = pot.arena
    return stirred
  }

  private static let stirringsMax = 4
  /// Keeps these draws apart from the simulator's.
  private static let stirringKey: UInt64 = 0x5714
}

/// Follows a session and adds to it.
private struct Stirring {
  private(set) var events: [Event] = []
  private(set) var arena: InkArena
  private var random: SplitMix64
  /// By how much everything that follows happens later.
  private var delay: UInt64 = 0
  private var now: UInt64 = 0
  private var page: PageID?
  /// The last page in view before this one, while it is in the document.
  private var otherPage: PageID?
  private var isInBackground = false
  private let mayReopen: Bool
  private var nextID: UInt64 = 1 << 51

  init(random: SplitMix64, arena: InkArena, mayReopen: Bool) {
    self.random = random
    self.mayReopen = mayReopen
    self.arena = arena
  }

  mutating func add(_ event: Event) {
    var event = event
    event.startMilliseconds += delay
    events.append(event)
    now = max(now, event.endMilliseconds)
    switch event.action {
    case .turnTo(let id) where id != page: (page, otherPage) = (id, page ?? otherPage)
    case .terminateAndRelaunch: (page, otherPage, isInBackground) = (nil, page, false)
    case .closeDocument: (page, otherPage) = (nil, page)
    case .deletePage(let id) where id == otherPage: otherPage = nil
    case .background: isInBackground = true
    case .foreground: isInBackground = false
    default: break
    }
  }

  /// Does one of the seldom things, if a page is in view.
  mutating func stir() {
    guard let page, !isInBackground else { return }
    // The image that an asset was brought for comes next.
    if case .insertAsset = events.last?.action { return }
    let begin = now
    switch random.below(6) {
    case 0, 1: repeatImage(on: page)
    case 2: repeatStroke(on: page)
    case 3: move(putStroke(on: page), on: page)
    case 4 where mayReopen: reopen(page)
    default: relaunch(page)
    }
    delay += now - begin
  }

  private mutating func repeatImage(on page: PageID) {
    let asset = AssetID(rawValue: newID())
    act(.insertAsset(asset, byteCount: 64 + random.below(2_000)))
    let id = ElementID(rawValue: newID())
    let image = PlacedImage(id: id, frame: Frame(x: 700, y: 700, width: 900, height: 600), asset: asset)
    act(.edit(page, .put(.image(image), index: 0), cause: .insert))
    intermezzo(page)
    act(.edit(page, .remove(id), cause: .undo))
    intermezzo(page)
    act(.edit(page, .put(.image(image), index: 0), cause: .redo))
  }

  private mutating func repeatStroke(on page: PageID) {
    let stroke = putStroke(on: page)
    intermezzo(page)
    act(.edit(page, .remove(stroke.id), cause: .erase))
    intermezzo(page)
    act(.edit(page, .put(.stroke(stroke), index: 0), cause: .undo))
  }

  private mutating func putStroke(on page: PageID) -> Stroke {
    let points = ArenaRange(start: arena.points.count, count: 3)
    for step in 0..<3 as Range<Int32> {
      arena.points.append(SamplePoint(x: 900 + step, y: 800, t: UInt32(step) * 8, pressure: 400, radius: 9))
    }
    let stroke = Stroke(id: ElementID(rawValue: newID()), ink: Ink(), points: points)
    act(.edit(page, .put(.stroke(stroke), index: 0), cause: .write))
    return stroke
  }

  private mutating func move(_ stroke: Stroke, on page: PageID) {
    for distance in [7, -3, 40] as [Int32] {
      intermezzo(page)
      act(.edit(page, .move([stroke.id], dx: distance, dy: -distance), cause: .lasso))
    }
  }

  private mutating func reopen(_ page: PageID) {
    for action in [.closeDocument, .openDocument, .turnTo(page)] as [Action] { act(action) }
  }

  private mutating func relaunch(_ page: PageID) {
    for action in [.background, .terminateAndRelaunch, .turnTo(page)] as [Action] { act(action) }
  }

  /// What may lie between two steps; it ends with the same page in view.
  private mutating func intermezzo(_ page: PageID) {
    switch random.below(6) {
    case 0, 1, 2: now += [50, 700, 4_000][random.below(3)]
    case 3:
      act(.background)
      act(.foreground)
    case 4:
      guard let otherPage else { return }
      act(.turnTo(otherPage))
      act(.turnTo(page))
    default: relaunch(page)
    }
  }

  private mutating func act(_ action: Action) {
    now += 60 + UInt64(random.below(800))
    events.append(Event(startMilliseconds: now, action: action))
  }

  private mutating func newID() -> UInt64 {
    nextID += 1
    return nextID
  }
}
