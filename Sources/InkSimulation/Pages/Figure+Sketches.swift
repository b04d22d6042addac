internal import InkModel

/// What people draw who draw.
extension Figure {
  /// One thing: its outline, a few lines within, and shading in strokes and zigzags.
  static func sketch(in area: Area, _ random: inout SplitMix64) -> Figure {
    var figure = Figure()
    figure.outline(area, &random)
    for _ in 0..<(1 + random.below(3)) {
      let (x, y) = (0.15 + 0.4 * random.unit(), 0.15 + 0.4 * random.unit())
      let part = area.part(across: x...(x + 0.3), down: y...(y + 0.3))
      random.chance(0.5)
        ? figure.oval(part, startDegrees: 360 * random.unit()) : figure.outline(part, &random)
    }
    for _ in 0..<(2 + random.below(4)) { figure.curve(area, &random) }
    for _ in 0..<(1 + random.below(2)) {
      let (x, y) = (0.1 + 0.4 * random.unit(), 0.1 + 0.4 * random.unit())
      figure.shade(area.part(across: x...(x + 0.4), down: y...(y + 0.35)), &random)
    }
    // The ground that it stands on.
    figure.draw([area.point(0.02, 0.97), area.point(0.5, 0.98), area.point(0.98, 0.96)], blending: 0.4)
    return figure
  }

  /// A closed curve that is nowhere far from an oval.
  private mutating func outline(_ area: Area, _ random: inout SplitMix64) {
    let cornerCount = 7 + random.below(5)
    let start = 360 * random.unit()
    var corners = (0..<cornerCount).map { index in
      let angle = start + 360 * Double(index) / Double(cornerCount)
      let (sine, cosine) = Elementary.sineAndCosine(degrees: angle)
      let radius = 0.36 + 0.1 * random.unit()
      return area.point(0.5 + radius * cosine, 0.5 - radius * sine)
    }
    corners.append(corners[0])
    draw(corners, bend: 0.8 * 2 * Double.pi / Double(cornerCount), blending: 0.45)
  }

  /// A line from one side of the thing to the other.
  private mutating func curve(_ area: Area, _ random: inout SplitMix64) {
    let (from, to) = (0.2 + 0.6 * random.unit(), 0.2 + 0.6 * random.unit())
    let middle = 0.5 + 0.15 * random.normal()
    let isAcross = random.chance(0.5)
    let shares = [(0.15, from), (0.5, max(0.1, min(0.9, middle))), (0.85, to)]
    draw(
      shares.map { isAcross ? area.point($0.0, $0.1) : area.point($0.1, $0.0) },
      bend: 0.3 * random.normal(), blending: 0.5)
  }

  /// Parallel lines, each a stroke of its own or all in one zigzag.
  private mutating func shade(_ area: Area, _ random: inout SplitMix64) {
    let lineCount = 6 + random.below(9)
    var ends: [SIMD2<Double>] = []
    for index in 0..<lineCount {
      let share = Double(index) / Double(lineCount)
      ends.append(area.point(share * 0.8, 0.9 + 0.1 * random.unit()))
      ends.append(area.point(share * 0.8 + 0.2, 0.1 * random.unit()))
    }
    if random.chance(0.5) { return draw(ends, blending: 0.2) }
    for index in stride(from: 0, to: ends.count, by: 2) { draw([ends[index], ends[index + 1]], bend: 0.08) }
  }
}
