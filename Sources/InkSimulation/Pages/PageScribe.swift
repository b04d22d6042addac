internal import InkModel

/// Fills one page with strokes, each placed after the last.
///
/// Method. Text runs in lines of words; a word is 1–8 printed or 1–2 joined strokes. Some strokes go back to
/// dot or cross a letter, some jump up to an earlier line, some words are marked. Now and then a diagram
/// takes a few lines. At the bottom the writing goes on between the lines at the top. Each stroke has a
/// random stream of its own; the layout has one for the page, so a page comes out the same whether it is made
/// alone or in order.
struct PageScribe: Sendable {
  let layout: PageLayout
  /// Strokes placed so far.
  private(set) var strokeCount = 0

  private let hand: Hand
  private let shares: PageParameters
  private let opaqueBytesPerPoint: Int
  private let seed: UInt64
  private let pageKey: UInt64
  private var random: SplitMix64
  /// Where the next letter would go, and the base line it stands on.
  private var x: Double
  private var baseline: Double
  private var wordStart: Double
  private var strokesLeftInWord = 0
  private var diagram: Diagram?
  private var lastPenUp: SIMD2<Double>

  /// A block of lines that is drawn in.
  private struct Diagram: Sendable {
    var top: Double
    var bottom: Double
    var strokesLeft: Int
  }

  /// A stroke with what a writer would need to pace it.
  struct Written {
    var stroke: Stroke
    /// From the last pen-up to this pen-down, in x-heights.
    var jump: Double
    var beginsLine: Bool
  }

  /// Starts on an empty page.
  init(_ workload: Workload, hand: Hand, seed: UInt64, pageKey: UInt64) {
    self.hand = hand
    self.seed = seed
    self.pageKey = pageKey
    shares = workload.page
    opaqueBytesPerPoint = workload.document.opaqueBytesPerPoint
    random = SplitMix64(seed: seed, keys: StreamKey.page, pageKey)
    let capacity = workload.page.strokesPerPage.count(&random)
    layout = PageLayout(workload, hand: hand, capacity: max(1, capacity))
    x = layout.left
    baseline = layout.top + layout.linePitch
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
    let (kind, place) = choose(with: &pen, &stream)
    let ink = if case .marker = kind { Self.highlighter } else { Ink(width: hand.penWidth) }
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
      stroke: stroke, jump: (leap * leap).sum().squareRoot() / layout.xHeight,
      beginsLine: baseline != lineBefore)
  }

  private static let highlighter = Ink(tool: .highlighter, colour: 0xFFE0_4070, width: 60)

  /// Plans the next stroke and says where it begins.
  private mutating func choose(
    with pen: inout Pen, _ stream: inout SplitMix64
  ) -> (StrokeKind, SIMD2<Double>) {
    if hand.style == .sketch { return drawAnywhere(from: layout.top, to: layout.bottom, with: &pen, &stream) }
    if var block = diagram {
      block.strokesLeft -= 1
      diagram = block.strokesLeft > 0 ? block : nil
      return drawAnywhere(from: block.top, to: block.bottom, with: &pen, &stream)
    }
    if strokesLeftInWord > 0, stream.chance(shares.goBackShare) { return goBack(with: &pen, &stream) }
    if stream.chance(shares.jumpUpShare) { return jumpUp(with: &pen, &stream) }
    if strokesLeftInWord == 0 {
      if x > wordStart, random.chance(shares.highlightedWordShare) { return mark(with: &pen, &stream) }
      beginWord()
      if diagram != nil { return choose(with: &pen, &stream) }
    }
    return continueWord(with: &pen, &stream)
  }

  private mutating func continueWord(
    with pen: inout Pen, _ stream: inout SplitMix64
  ) -> (StrokeKind, SIMD2<Double>) {
    strokesLeftInWord -= 1
    let size = layout.xHeight * stream.lognormal(median: 1, sigma: Self.sizeSpread)
    let kind = StrokeKind.text(of: hand.style, &stream)
    pen.plan.make(kind, hand: hand, xHeight: size, &stream)
    pen.plan.fit(width: layout.right - layout.left, height: layout.bottom - layout.top)
    if case .dot = kind, x > wordStart {
      return (kind, SIMD2(x - 0.6 * layout.xHeight, baseline - pen.plan.startHeight))
    }
    if x + pen.plan.width > layout.right, x > layout.left + 4 * layout.xHeight {
      beginLine()
      wordStart = x
    }
    let start = SIMD2(x - pen.plan.left, baseline - pen.plan.startHeight + 0.06 * size * random.normal())
    x += pen.plan.width + layout.xHeight * max(0.1, random.normal(mean: 0.3, deviation: 0.1))
    return (kind, start)
  }

  /// Spread of the logarithm of letter height from stroke to stroke.
  private static let sizeSpread = 0.12

  private mutating func beginWord() {
    x += layout.xHeight * max(0.5, random.normal(mean: 1.1, deviation: 0.25))
    strokesLeftInWord = hand.style == .print ? 1 + random.below(8) : 1 + random.below(2)
    if x > layout.right - 3 * layout.xHeight { beginLine() }
    wordStart = x
    // As many strokes are drawn as the share asks for, if a diagram has its mean number of them.
    let perDiagram = Self.meanDiagramStrokes * max(0.01, 1 - shares.diagramShare)
    if random.chance(shares.diagramShare * Double(strokesLeftInWord) / perDiagram) { beginDiagram() }
  }

  private mutating func beginLine() {
    baseline += layout.linePitch
    if baseline > layout.bottom { baseline = layout.top + layout.linePitch * (1 + random.unit()) }
    x = layout.left + lineStartJitter()
  }

  private mutating func lineStartJitter() -> Double {
    random.normal() * shares.lineStartJitterMillimetres * Units.perMillimetre
  }

  private static let meanDiagramStrokes = 25.0

  /// Leaves the word for a diagram below this line, unless the page ends there.
  private mutating func beginDiagram() {
    let height = layout.linePitch * Double(3 + random.below(4))
    let top = baseline + 0.5 * layout.linePitch
    let bottom = min(layout.bottom, top + height)
    guard bottom > top + layout.linePitch else { return }
    strokesLeftInWord = 0
    diagram = Diagram(top: top, bottom: bottom, strokesLeft: 15 + random.below(21))
    baseline = bottom - 0.5 * layout.linePitch
    beginLine()
    wordStart = x
  }

  private mutating func drawAnywhere(
    from top: Double, to bottom: Double, with pen: inout Pen, _ stream: inout SplitMix64
  ) -> (StrokeKind, SIMD2<Double>) {
    pen.plan.make(.drawing, hand: hand, xHeight: layout.xHeight, &stream)
    pen.plan.fit(width: layout.right - layout.left, height: bottom - top)
    let across = layout.right - layout.left - pen.plan.width
    let down = bottom - top - (pen.plan.bottom - pen.plan.top)
    let start = SIMD2(
      layout.left - pen.plan.left + across * stream.unit(), top - pen.plan.top + down * stream.unit())
    return (.drawing, start)
  }

  private mutating func goBack(
    with pen: inout Pen, _ stream: inout SplitMix64
  ) -> (StrokeKind, SIMD2<Double>) {
    let kind = stream.chance(0.6) ? StrokeKind.dot : .line
    pen.plan.make(kind, hand: hand, xHeight: layout.xHeight * 0.8, &stream)
    let place = wordStart + (x - wordStart) * stream.unit()
    return (kind, SIMD2(place, baseline - pen.plan.startHeight))
  }

  private mutating func jumpUp(
    with pen: inout Pen, _ stream: inout SplitMix64
  ) -> (StrokeKind, SIMD2<Double>) {
    let kind = StrokeKind.text(of: hand.style, &stream)
    pen.plan.make(kind, hand: hand, xHeight: layout.xHeight * 0.7, &stream)
    pen.plan.fit(width: layout.right - layout.left, height: layout.linePitch * 2)
    let linesAbove = Int((baseline - layout.top) / layout.linePitch)
    let line = baseline - layout.linePitch * (Double(stream.below(max(1, linesAbove))) + 0.45)
    let room = layout.right - layout.left - pen.plan.width
    return (kind, SIMD2(layout.left - pen.plan.left + room * stream.unit(), line))
  }

  private mutating func mark(
    with pen: inout Pen, _ stream: inout SplitMix64
  ) -> (StrokeKind, SIMD2<Double>) {
    let kind = StrokeKind.marker(length: x - wordStart)
    pen.plan.make(kind, hand: hand, xHeight: layout.xHeight, &stream)
    let start = SIMD2(wordStart, baseline - pen.plan.startHeight)
    wordStart = x
    return (kind, start)
  }
}
