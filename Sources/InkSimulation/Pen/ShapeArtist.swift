package import InkModel

/// Draws strokes in place of those whose samples were dropped.
///
/// Method. A stroke of about as many samples is drawn as the standard workload's hand would draw it, then
/// read off at exactly the wanted number of samples, with straight lines between its own, stretched until its
/// box has the wanted size, and given times at even steps. Pressure and radius come along. The place is that
/// of the next letter in lines of text, so that coordinates have as many digits as on a written page. Seed and
/// id decide everything: a stroke that is undone and comes back is the same stroke.
package struct ShapeArtist: Sendable {
  private let seed: UInt64
  private let hand: Hand

  /// The hand that draws for a seed.
  package init(seed: UInt64) {
    self.seed = seed
    hand = Hand(Workload(), seed: seed)
  }

  /// Draws a stroke at the end of an arena.
  package func draw(_ extent: StrokeExtent, id: ElementID, into arena: inout InkArena) -> ArenaRange {
    let first = arena.points.count
    guard extent.sampleCount > 0 else { return ArenaRange(start: first, count: 0) }
    var random = SplitMix64(seed: seed, keys: Self.streamKey, id.rawValue)
    let model = drawModel(of: extent.sampleCount, &random)
    let place = Self.place(of: id, &random)
    let horizontal = Stretch(model.map { Double($0.x) }, to: Double(extent.width))
    let vertical = Stretch(model.map { Double($0.y) }, to: Double(extent.height))
    let count = extent.sampleCount
    for index in 0..<count {
      let along = count > 1 ? Double(index) * Double(model.count - 1) / Double(count - 1) : 0
      let nearest = model[Elementary.nearestInteger(along)]
      let time = count > 1 ? UInt64(index) * UInt64(extent.durationMilliseconds) / UInt64(count - 1) : 0
      arena.points.append(
        SamplePoint(
          x: place.x + horizontal.place(at: along, index: index, of: count),
          y: place.y + vertical.place(at: along, index: index, of: count), t: UInt32(time),
          pressure: nearest.pressure, radius: nearest.radius))
    }
    horizontal.touchEdges(of: &arena.points[first...], \.x, from: place.x)
    vertical.touchEdges(of: &arena.points[first...], \.y, from: place.y)
    return ArenaRange(start: first, count: count)
  }

  /// The first key of the random streams of these strokes.
  private static let streamKey: UInt64 = 0x5A9E

  /// A stroke whose number of samples is near the wanted one.
  private func drawModel(of count: Int, _ random: inout SplitMix64) -> [SamplePoint] {
    var best: [SamplePoint] = []
    var pen = Pen()
    for _ in 0..<Self.attempts {
      var arena = InkArena()
      pen.plan.write(Self.kind(of: count), hand: hand, xHeight: hand.xHeight, &random)
      _ = pen.draw(
        hand: hand, ink: Ink(width: hand.penWidth), from: SIMD2(), into: &arena, &random)
      if best.isEmpty || abs(arena.points.count - count) < abs(best.count - count) { best = arena.points }
    }
    return best
  }

  /// More gain little: four draws come within a fifth of the wanted number more often than not.
  private static let attempts = 4

  /// What takes about so many samples.
  private static func kind(of count: Int) -> StrokeKind {
    switch count {
    case ..<40: .dot
    case ..<70: .line
    case ..<160: .letter
    default: .joined
    }
  }

  /// A place in the lines of a page of ordinary size, by the order of ids.
  private static func place(of id: ElementID, _ random: inout SplitMix64) -> (x: Int32, y: Int32) {
    let column = Int32(id.rawValue % 48)
    let line = Int32(id.rawValue / 48 % 36)
    return (500 + column * 100 + Int32(random.below(60)), 500 + line * 200 + Int32(random.below(60)))
  }
}

/// One coordinate of a stroke, stretched so that its values run from 0 to a size.
private struct Stretch {
  private let values: [Double]
  private let least: Double
  private let scale: Double
  private let size: Double
  /// Whether the values differ, so that a shape is there to stretch.
  private let hasShape: Bool

  init(_ values: [Double], to size: Double) {
    self.values = values
    self.size = size
    least = values.min() ?? 0
    let range = (values.max() ?? 0) - least
    hasShape = range > 0
    scale = hasShape ? size / range : 0
  }

  /// The value at a place between samples; a straight line where there is no shape.
  func place(at along: Double, index: Int, of count: Int) -> Int32 {
    guard hasShape else {
      return count > 1 ? Int32(Elementary.nearestInteger(size * Double(index) / Double(count - 1))) : 0
    }
    let before = min(Int(along), values.count - 1)
    let after = min(before + 1, values.count - 1)
    let value = values[before] + (values[after] - values[before]) * (along - Double(before))
    return Int32(Elementary.nearestInteger((value - least) * scale))
  }

  /// Moves the outermost samples to the edges of the box, which reading off may have missed.
  func touchEdges(
    of points: inout ArraySlice<SamplePoint>, _ coordinate: WritableKeyPath<SamplePoint, Int32>,
    from start: Int32
  ) {
    guard points.count > 1, size > 0 else { return }
    var low = points.startIndex
    var high = points.startIndex + 1
    for index in points.indices {
      let value = points[index][keyPath: coordinate]
      if value < points[low][keyPath: coordinate] { low = index }
      if value > points[high][keyPath: coordinate] { high = index }
    }
    // All samples lie on one line: any two will do.
    if low == high { high = low == points.startIndex ? low + 1 : points.startIndex }
    points[low][keyPath: coordinate] = start
    points[high][keyPath: coordinate] = start + Int32(size)
  }
}
