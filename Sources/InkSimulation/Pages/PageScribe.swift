internal import InkModel

/// Fills one page with strokes, each placed after the last.
///
/// Method. Text runs in lines of words; a word is 1–8 printed or 1–2 joined strokes. Some strokes go back to
/// dot or cross a letter, some jump up to an earlier line, some words are marked. Now and then a diagram
/// takes a few lines; a sketched page is one drawing after another. At the bottom the writing goes on between
/// the lines at the top. Each stroke has a random stream of its own; the layout has one for the page, so a
/// page comes out the same whether it is made alone or in order.
struct PageScribe: Sendable {
  let layout: PageLayout
  /// Strokes placed so far.
  private(set) var strokeCount = 0

  let hand: Hand
  let shares: PageParameters
  private let opaqueBytesPerPoint: Int
  private let seed: UInt64
  private let pageKey: UInt64
  /// The stream of the page, for all that is not a stroke's own.
  var random: SplitMix64
  /// Where the next letter would go, and the base line it stands on.
  var x: Double
  var baseline: Double
  var wordStart: Double
  var strokesLeftInWord = 0
  /// The base lines of all lines so far.
  var lines: [Double]
  /// What is left of the figure that is being drawn, the next stroke last.
  var figure: [Figure.Stroke] = []
  var figuresDrawn = 0
  private var lastPenUp: SIMD2<Double>

  /// A stroke with what a writer would need to pace it.
  struct Written {
    var stroke: Stroke
    /// From the last pen-up to this pen-down, in heights of a median stroke, as pauses are documented.
    var jump: Double
    var beginsLine: Bool
  }

  /// Starts on an empty page.
  init(_ workload: Workload, hand: Hand, seed: UInt64, pageKey: UInt64, hasImage: Bool) {
    self.hand = hand
    self.seed = seed
    self.pageKey = pageKey
    shares = workload.page
    opaqueBytesPerPoint = workload.document.opaqueBytesPerPoint
    random = SplitMix64(seed: seed, keys: StreamKey.page, pageKey)
    let capacity = workload.page.strokesPerPage.count(&random)
    layout = PageLayout(workload, hand: hand, capacity: max(1, capacity), hasImage: hasImage)
    x = layout.left
    baseline = layout.top + layout.linePitch
    lines = [baseline]
    wordStart = x
    lastPenUp = SIMD2(x, baseline)
    x += lineStartJitter()
  }

  /// Whether the page holds as many strokes as it was laid out for.
  var isFull: Bool { strokeCount >= layout.capacity }

  /// Writes the next stroke into an arena.
  mutating func write(
    id: ElementID, opaqueByteCount: Int, with pen: inout Pen, into arena: inout InkArena
  ) -> Written {
    var stream = SplitMix64(seed: seed, keys: StreamKey.stroke, pageKey, UInt64(strokeCount))
    strokeCount += 1
    let lineBefore = baseline
    let draft = draft(with: &pen, &stream)
    let place = draft.place
    let ink = draft.isMarker ? Self.highlighter : Ink(width: hand.penWidth)
    let points = pen.draw(hand: hand, ink: ink, from: place, into: &arena, &stream)
    let opaqueByteCount = opaqueByteCount + opaqueBytesPerPoint * Int(points.count)
    let opaqueStart = arena.opaque.count
    for _ in 0..<opaqueByteCount { arena.opaque.append(UInt8(truncatingIfNeeded: stream.next())) }
    let leap = place - lastPenUp
    lastPenUp = place + pen.displacement
    let stroke = Stroke(
      id: id, ink: ink, points: points,
      opaque: opaqueByteCount > 0 ? ArenaRange(start: opaqueStart, count: opaqueByteCount) : .empty)
    return Written(
      stroke: stroke, jump: (leap * leap).sum().squareRoot() / (strokeXHeights * layout.xHeight),
      beginsLine: baseline != lineBefore)
  }

  private static let highlighter = Ink(tool: .highlighter, colour: 0xFFE0_4070, width: 130)

  /// Height of a usual stroke, in x-heights; joined-up strokes reach further up and down than letters.
  private var strokeXHeights: Double { hand.style == .cursive ? 1.7 : 1.5 }

  /// Where a stroke that has been planned begins.
  struct Draft {
    var place: SIMD2<Double>
    var isMarker = false
  }

  /// Plans the next stroke.
  private mutating func draft(with pen: inout Pen, _ stream: inout SplitMix64) -> Draft {
    if hand.style == .sketch, figure.isEmpty { beginSketch() }
    if !figure.isEmpty { return continueFigure(with: &pen, &stream) }
    if strokesLeftInWord > 0, hand.pointsPerStroke == nil, stream.chance(shares.goBackShare) {
      return goBack(with: &pen, &stream)
    }
    if stream.chance(shares.jumpUpShare) { return jumpUp(with: &pen, &stream) }
    if strokesLeftInWord == 0 {
      if x > wordStart, random.chance(shares.highlightedWordShare) { return mark(with: &pen, &stream) }
      beginWord()
      if !figure.isEmpty { return continueFigure(with: &pen, &stream) }
    }
    return continueWord(with: &pen, &stream)
  }
}
