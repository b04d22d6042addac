internal import InkModel

/// Words, lines and what is added to them.
extension PageScribe {
  mutating func continueWord(with pen: inout Pen, _ stream: inout SplitMix64) -> Draft {
    strokesLeftInWord -= 1
    let size = layout.xHeight * stream.lognormal(median: 1, sigma: Self.sizeSpread)
    let kind = StrokeKind.text(of: hand, &stream)
    pen.plan.write(kind, hand: hand, xHeight: size, &stream)
    pen.plan.fit(width: layout.right - layout.left, height: layout.bottom - layout.top)
    if case .dot = kind, x > wordStart {
      return Draft(place: SIMD2(x - 0.6 * layout.xHeight, baseline - pen.plan.startHeight))
    }
    if x + pen.plan.width > layout.right, x > layout.left + 4 * layout.xHeight {
      beginLine()
      wordStart = x
    }
    let place = SIMD2(x - pen.plan.left, baseline - pen.plan.startHeight + 0.06 * size * random.normal())
    x += pen.plan.width + layout.xHeight * max(0.1, random.normal(mean: 0.3, deviation: 0.1))
    return Draft(place: place)
  }

  /// Spread of the logarithm of letter height from stroke to stroke.
  private static let sizeSpread = 0.12

  mutating func beginWord() {
    // Single letters stand apart, so their words must stand further apart.
    let gap = hand.style == .print ? 1.2 : 0.9
    x += layout.xHeight * max(0.4, random.normal(mean: gap, deviation: 0.2))
    strokesLeftInWord = hand.style == .print ? 1 + random.below(8) : 1 + random.below(2)
    if x > layout.right - 3 * layout.xHeight { beginLine() }
    wordStart = x
    // As many strokes are drawn as the share asks for, if a diagram has its mean number of them.
    let perDiagram = Figure.meanDiagramStrokes * max(0.01, 1 - shares.diagramShare)
    if random.chance(shares.diagramShare * Double(strokesLeftInWord) / perDiagram) { beginDiagram() }
  }

  mutating func beginLine() {
    baseline += layout.linePitch
    if baseline > layout.bottom { baseline = layout.top + layout.linePitch * (1 + random.unit()) }
    lines.append(baseline)
    x = layout.left + lineStartJitter()
  }

  mutating func lineStartJitter() -> Double {
    random.normal() * shares.lineStartJitterMillimetres * Units.perMillimetre
  }

  /// Goes back into the word to dot or cross a letter.
  mutating func goBack(with pen: inout Pen, _ stream: inout SplitMix64) -> Draft {
    let kind = stream.chance(0.6) ? StrokeKind.dot : .line
    pen.plan.write(kind, hand: hand, xHeight: layout.xHeight * 0.8, &stream)
    pen.plan.fit(width: layout.right - layout.left, height: layout.linePitch)
    let place = wordStart + (x - wordStart) * stream.unit()
    return Draft(place: SIMD2(place, baseline - pen.plan.startHeight))
  }

  /// Adds something between earlier lines.
  mutating func jumpUp(with pen: inout Pen, _ stream: inout SplitMix64) -> Draft {
    let kind = StrokeKind.text(of: hand, &stream)
    pen.plan.write(kind, hand: hand, xHeight: layout.xHeight * 0.7, &stream)
    pen.plan.fit(width: layout.right - layout.left, height: layout.linePitch * 2)
    let line = lines[stream.below(lines.count)] - 0.45 * layout.linePitch
    let room = layout.right - layout.left - pen.plan.width
    return Draft(place: SIMD2(layout.left - pen.plan.left + room * stream.unit(), line))
  }

  /// Marks the word that was just written.
  mutating func mark(with pen: inout Pen, _ stream: inout SplitMix64) -> Draft {
    let height = baseline - 0.45 * layout.xHeight
    let start = SIMD2(wordStart, height)
    pen.plan.trace(Trace(corners: [start, SIMD2(x, height)]), hand: hand, &stream)
    wordStart = x
    return Draft(place: start, isMarker: true)
  }
}
