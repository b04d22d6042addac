internal import InkModel

/// What people draw between the lines of their notes.
extension Figure {
  /// Strokes of a diagram in the mean, over both sorts.
  static let meanDiagramStrokes = 19.5

  /// A diagram of either sort.
  static func diagram(in area: Area, xHeight: Double, _ random: inout SplitMix64) -> Figure {
    random.chance(0.6)
      ? boxes(in: area, xHeight: xHeight, &random) : graph(in: area, xHeight: xHeight, &random)
  }

  /// Labelled boxes and ovals in a row, with arrows from each to the next.
  private static func boxes(in area: Area, xHeight: Double, _ random: inout SplitMix64) -> Figure {
    var figure = Figure()
    let count = 2 + random.below(3)
    var last: Area?
    for index in 0..<count {
      let cell = area.part(
        across: Double(index) / Double(count)...Double(index + 1) / Double(count), down: 0...1)
      let (width, height) = (0.5 + 0.2 * random.unit(), 0.4 + 0.25 * random.unit())
      let (x, y) = ((1 - width) * random.unit(), (1 - height) * random.unit())
      let node = cell.part(across: x...(x + width), down: y...(y + height))
      random.chance(0.65) ? figure.box(node) : figure.oval(node)
      let room = Int(0.75 * node.width / xHeight)
      figure.label(
        max(1, min(room, 3 + random.below(4))), centre: node.point(0.5, 0.5), letterWidth: xHeight)
      if let last {
        let gap = 0.6 * xHeight
        let start = last.point(1, 0.3 + 0.4 * random.unit()) + SIMD2(gap, 0)
        let end = node.point(0, 0.3 + 0.4 * random.unit()) - SIMD2(gap, 0)
        figure.arrow(from: start, to: end, bend: 0.25 * random.normal())
      }
      last = node
    }
    return figure
  }

  /// Two axes with ticks and labels, and a curve or two.
  private static func graph(in area: Area, xHeight: Double, _ random: inout SplitMix64) -> Figure {
    var figure = Figure()
    let width = min(1, 1.6 * area.height / area.width)
    let left = (1 - width) * random.unit()
    let plot = area.part(across: left...(left + width), down: 0.02...0.9)
    figure.arrow(from: plot.point(0, 1), to: plot.point(0, 0), bend: 0)
    figure.arrow(from: plot.point(0, 1), to: plot.point(1, 1), bend: 0)
    let tickCount = 4 + random.below(5)
    for index in 1...tickCount {
      let place = plot.point(0.92 * Double(index) / Double(tickCount), 1)
      figure.draw([place - SIMD2(0, 0.3 * xHeight), place + SIMD2(0, 0.3 * xHeight)])
    }
    for _ in 0...random.below(2) {
      let cornerCount = 4 + random.below(3)
      var height = 0.15 + 0.7 * random.unit()
      let corners = (0...cornerCount).map { index in
        height = max(0.08, min(0.92, height + 0.16 * random.normal()))
        return plot.point(0.03 + 0.9 * Double(index) / Double(cornerCount), 1 - height)
      }
      figure.draw(corners, blending: 0.5)
    }
    figure.label(2 + random.below(3), centre: plot.point(0.9, 1.1), letterWidth: xHeight)
    figure.label(2 + random.below(3), centre: plot.point(0.14, 0.08), letterWidth: xHeight)
    return figure
  }
}
