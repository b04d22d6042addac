internal import InkModel

/// Makes a session of recorded ink: the writer opens a document of empty pages and fills one after another.
///
/// Identifiers count from 1 in the order of the files; the document's and the assets' come from the content.
struct SessionAssembly {
  private var ink: RecordedInk
  private var times: MadeUpTimes
  private let seed: UInt64
  private var events: [Event] = []
  private var now: UInt64 = 0
  private var elementCount: UInt64 = 0
  private var assetCount: UInt64 = 0
  private var hasMadeUpSamples = false
  private var hasMadeUpPauses = false

  /// The session of all pages.
  static func session(of ink: consuming RecordedInk, formats: [String], paths: [String]) -> Session {
    var assembly = Self(ink)
    return assembly.assemble(formats: formats, paths: paths)
  }

  private init(_ ink: consuming RecordedInk) {
    var digest = Digest()
    for point in ink.points { digest.feed(point) }
    digest.feed(UInt64(ink.pages.count), UInt64(ink.report.images))
    seed = UInt64(digest.text.prefix(16), radix: 16) ?? 0
    times = MadeUpTimes(seed: seed)
    self.ink = ink
  }

  private mutating func assemble(formats: [String], paths: [String]) -> Session {
    let pages = ink.pages.enumerated().map { index, page in
      PageInfo(id: PageID(rawValue: UInt64(index + 1)), canvas: page.canvas)
    }
    add(.openDocument)
    for index in ink.pages.indices { writePage(index) }
    now += times.pause()
    add(.closeDocument)

    let names = paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    let title = names.first.map { $0.split(separator: ".").first.map(String.init) ?? $0 } ?? ""
    let file = names.count == 1 ? names[0] : "\(names.first ?? "") and \(names.count - 1) more"
    let document = DocumentInfo(id: DocumentID(rawValue: seed), title: title, pages: pages)
    var arena = InkArena()
    arena.points = ink.points
    return Session(
      name: title, origin: .imported(format: formats.joined(separator: ", "), file: file),
      times: hasMadeUpSamples ? .synthetic : hasMadeUpPauses ? .syntheticPauses : .recorded, seed: seed,
      base: .inline(document, pages: pages.map { Page(id: $0.id) }), events: events, arena: arena)
  }

  private mutating func writePage(_ index: Int) {
    let page = PageID(rawValue: UInt64(index + 1))
    // The first page lies open at once; to a later one the writer has to turn.
    if index > 0 { now += times.pause() }
    add(.turnTo(page))
    var lastClock: Double?
    for (position, item) in ink.pages[index].items.enumerated() {
      elementCount += 1
      switch item {
      case .stroke(let stroke):
        write(stroke, on: page, position: position, lastClock: lastClock)
        lastClock = ink.pages[index].hasRunningClock ? stroke.clock?.upperBound : nil
      case .image(let frame, let byteCount):
        insertImage(frame, byteCount: byteCount, on: page, position: position)
      }
    }
  }

  private mutating func write(
    _ stroke: RecordedInk.RecordedStroke, on page: PageID, position: Int, lastClock: Double?
  ) {
    if let lastClock, let clock = stroke.clock {
      now += UInt64(max((clock.lowerBound - lastClock).rounded(), 0))
    } else {
      // The pause before a page's first stroke is unknown even where the strokes have a clock; only a file
      // whose strokes share none counts as having made-up pauses.
      now += times.pause()
      if position > 0 { hasMadeUpPauses = true }
    }
    if stroke.clock == nil {
      MadeUpTimes.fill(&ink.points, stroke.points)
      hasMadeUpSamples = true
    }
    let range = ArenaRange(start: stroke.points.lowerBound, count: stroke.points.count)
    let placed = Stroke(id: ElementID(rawValue: elementCount), ink: stroke.ink, points: range)
    let duration = ink.points[stroke.points.upperBound - 1].t
    events.append(
      Event(
        startMilliseconds: now, durationMilliseconds: duration,
        action: .edit(page, .put(.stroke(placed), index: position), cause: .write)))
    now += UInt64(duration)
  }

  private mutating func insertImage(_ frame: Frame, byteCount: Int, on page: PageID, position: Int) {
    now += times.pause()
    var random = SplitMix64(seed: seed, keys: 0xA55E7, assetCount)
    let asset = AssetID(rawValue: random.next())
    assetCount += 1
    add(.insertAsset(asset, byteCount: byteCount))
    let image = PlacedImage(id: ElementID(rawValue: elementCount), frame: frame, asset: asset)
    add(.edit(page, .put(.image(image), index: position), cause: .insert))
  }

  private mutating func add(_ action: Action) { events.append(Event(startMilliseconds: now, action: action)) }
}
