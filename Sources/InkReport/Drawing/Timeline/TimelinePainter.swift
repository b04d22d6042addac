/// Lays lanes out below each other, beside their names and above one axis of time.
///
/// Lengths are tenths of a pixel. Bars of one colour in one lane share one path, so that ten thousand strokes
/// are one element.
struct TimelinePainter {
  static let width = 12_000
  static let left = 1_550
  static let right = 11_700

  let scale: TimelineScale
  private var svg = SVGText()
  /// Where the next lane begins.
  private(set) var y = 0
  private var lanesTop = 0
  /// What colours mean, lane by lane: two lanes may use the same one.
  private var legends: [(lane: String, keys: [(colour: String, meaning: String)])] = []

  init(scale: TimelineScale) { self.scale = scale }

  /// The heading above the lanes.
  mutating func heading(title: String, lines: [String]) {
    text(Self.short(title, to: 90), x: 240, y: 340, size: 200, colour: Ground.ink, weight: "bold")
    y = 590
    for line in lines {
      text(Self.short(line, to: 170), x: 240, y: y, size: 125, colour: Ground.label)
      y += 200
    }
    y += 60
    lanesTop = y
  }

  /// Starts a lane with its name and details, beside it if there is no room below; returns the lane's top.
  mutating func lane(_ name: String, details: [String], height: Int) -> Int {
    let top = y
    y += height + Self.laneGap
    guard height >= 140 * (details.count + 1) else {
      let base = top + height / 2 + 42
      text(name, x: Self.left - 560, y: base, size: 120, colour: Ground.ink, anchor: "end")
      let detail = details.joined(separator: ", ")
      text(detail, x: Self.left - 120, y: base, size: 100, colour: Ground.label, anchor: "end")
      return top
    }
    var base = top + height / 2 + 50 - 70 * details.count
    text(name, x: Self.left - 120, y: base, size: 120, colour: Ground.ink, anchor: "end")
    for detail in details {
      base += 140
      text(detail, x: Self.left - 120, y: base, size: 100, colour: Ground.label, anchor: "end")
    }
    return top
  }

  /// Draws a line that parts groups of lanes.
  mutating func rule() {
    let place = SVGText.decimal(tenths: y)
    line("M\(decimal(240)) \(place)H\(decimal(Self.right))", colour: Ground.rule)
    y += Self.laneGap
  }

  /// Draws bars in one colour.
  mutating func bars(_ bars: [Bar], colour: String) {
    guard !bars.isEmpty else { return }
    svg.add("<path fill=\"\(colour)\" d=\"")
    for bar in bars {
      svg.add(
        "M\(decimal(bar.x)) \(decimal(bar.y))h\(decimal(bar.width))v\(decimal(bar.height))"
          + "h\(decimal(-bar.width))z")
    }
    svg.line("\"/>")
  }

  /// Draws a dashed line across a lane.
  mutating func level(at y: Int) {
    line("M\(decimal(Self.left)) \(decimal(y))H\(decimal(Self.right))", colour: Ground.axis, isDashed: true)
  }

  /// Draws a thin line.
  private mutating func line(_ path: String, colour: String, isDashed: Bool = false) {
    svg.line(
      "<path fill=\"none\" stroke=\"\(colour)\"\(isDashed ? " stroke-dasharray=\"3 3\"" : "") d=\"\(path)\"/>"
    )
  }

  mutating func text(
    _ text: String, x: Int, y: Int, size: Int, colour: String, anchor: String = "start",
    weight: String = "normal", isUpright: Bool = false
  ) {
    guard !text.isEmpty else { return }
    var place = "x=\"\(decimal(x))\" y=\"\(decimal(y))\""
    if isUpright { place += " transform=\"rotate(-90 \(decimal(x)) \(decimal(y)))\"" }
    if weight != "normal" { place += " font-weight=\"\(weight)\"" }
    if anchor != "start" { place += " text-anchor=\"\(anchor)\"" }
    svg.line(
      "<text \(place) font-size=\"\(decimal(size))\" fill=\"\(colour)\">\(SVGText.escaped(text))</text>")
  }

  /// Remembers what a colour means in a lane, for the legend.
  mutating func key(_ colour: String, _ meaning: String, in lane: String) {
    if legends.last?.lane != lane { legends.append((lane, [])) }
    legends[legends.count - 1].keys.append((colour, meaning))
  }

  /// Draws the axis of time, its grid, and the cuts.
  mutating func axis() {
    let bottom = y
    let ticks = TimelineTicks(scale)
    var grid = ""
    for tick in ticks.ticks {
      grid += "M\(decimal(tick.place)) \(decimal(lanesTop))V\(decimal(bottom + 50))"
      text(
        tick.label, x: tick.place, y: bottom + 180, size: 110, colour: Ground.label, anchor: "middle")
    }
    line(grid, colour: Ground.grid)
    line("M\(decimal(Self.left)) \(decimal(bottom))H\(decimal(Self.right))", colour: Ground.axis)
    text(
      "time, \(ticks.clock.rawValue)", x: Self.left - 400, y: bottom + 180, size: 110, colour: Ground.label,
      anchor: "end")
    for cut in scale.segments where cut.isCut { paint(cut, bottom: bottom) }
    y = bottom + 430
  }

  private mutating func paint(_ cut: TimelineScale.Segment, bottom: Int) {
    let (x, width) = (cut.place.lowerBound, cut.place.count - 1)
    bars([Bar(x: x, y: lanesTop, width: width, height: bottom - lanesTop)], colour: Ground.cut)
    let edges = [x, x + width].map { "M\(decimal($0)) \(decimal(lanesTop))V\(decimal(bottom + 50))" }
    line(edges.joined(), colour: Ground.axis, isDashed: true)
    guard width >= 130 else { return }
    text(
      "\(TimelineText.duration(cut.time.upperBound - cut.time.lowerBound)) without events",
      x: x + width / 2 + 38, y: (lanesTop + bottom) / 2, size: 105, colour: Ground.label, anchor: "middle",
      isUpright: true)
  }

  /// Draws what the colours mean, a row or more for each lane.
  mutating func legend() {
    for (lane, keys) in legends {
      text(lane, x: Self.left - 400, y: y, size: 110, colour: Ground.label, anchor: "end")
      var x = Self.left
      for key in keys {
        let width = 330 + key.meaning.count * 72
        if x > Self.left, x + width > Self.right {
          x = Self.left
          y += Self.legendPitch
        }
        bars([Bar(x: x, y: y - 90, width: 110, height: 110)], colour: key.colour)
        text(key.meaning, x: x + 170, y: y, size: 110, colour: Ground.ink)
        x += width
      }
      y += Self.legendPitch
    }
  }

  /// The whole picture, on an opaque ground.
  mutating func finish(title: String, description: String) -> [UInt8] {
    var whole = SVGText()
    let (width, height) = (decimal(Self.width), decimal(y))
    whole.open(width: width, height: height, unit: "", title: title, description: description)
    whole.line("<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(Ground.paper)\"/>")
    whole.add(svg)
    whole.close()
    return whole.bytes
  }

  private func decimal(_ tenths: Int) -> String { SVGText.decimal(tenths: tenths) }

  /// A text that would run off the picture, cut.
  private static func short(_ text: String, to count: Int) -> String {
    text.count > count ? text.prefix(count - 1) + "…" : text
  }

  private static let laneGap = 60
  private static let legendPitch = 210
}
