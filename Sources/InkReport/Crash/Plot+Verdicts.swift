internal import InkModel

extension Plot {
  /// The pictures of a crash report, one a durability class: a panel a store, in it a bar a profile, divided
  /// by outcome.
  static func verdicts(of report: CrashReport) -> [Plot] {
    Durability.allCases.sorted(by: >).compactMap { durability in
      verdicts(of: report, report.cases.filter { $0.durability == durability }, durability)
    }
  }

  static func verdictsName(_ durability: Durability) -> String { "verdicts-\(durability.rawValue).svg" }

  private static func verdicts(
    of report: CrashReport, _ cases: [CrashCase], _ durability: Durability
  ) -> Plot? {
    var profiles: [String] = []
    for name in cases.flatMap({ $0.profiles.map(\.profile) }) where !profiles.contains(name) {
      profiles.append(name)
    }
    let assumed = Set(cases.flatMap(\.profiles).filter { $0.basis == .assumed }.map(\.profile))
    // Where not all have room, those that broke a promise must.
    let shown =
      cases.count > VerdictPanels.panelsMax
      ? cases.filter { $0.brokenCount > 0 } + cases.filter { $0.brokenCount == 0 } : cases
    let bars = shown.compactMap { row in
      VerdictBars(row, profiles: profiles, title: report.title(of: row))
    }
    guard !bars.isEmpty else { return nil }
    let panels = VerdictPanels(
      bars: Array(bars.prefix(VerdictPanels.panelsMax)),
      profiles: profiles.map { assumed.contains($0) ? "\($0) *" : $0 })
    let isThin =
      "an outcome that is rarer than one in \(Int(1 / VerdictBars.thinnest)) is drawn as wide as that"
    return Plot(
      name: verdictsName(durability), group: durability.rawValue,
      caption:
        "What the states that a crash can leave showed (\(durability.rawValue)): each bar is a profile, divided by "
        + "outcome; \(isThin). ✓ the promise was kept, ✗ it was broken in so many states, – nothing is promised."
        + (assumed.isEmpty ? "" : " * assumed, and not calibrated.")
        + omitted(bars.count, of: VerdictPanels.panelsMax),
      body: panels.body, height: panels.height)
  }
}

/// Panels of bars beside and below each other; the names of profiles stand on the left, once a row.
struct VerdictPanels {
  let bars: [VerdictBars]
  /// From the top.
  let profiles: [String]

  /// Eight rows, so that three levels of storage have room for eight sessions.
  static let panelsMax = 24

  private static let legendHeight = 44
  private static let titleHeight = 28
  private static let barHeight = 15
  private static let footHeight = 12
  private static let namesWidth = 172
  private static let marksWidth = 50
  private static let gap = 14

  private var columns: Int { min(3, bars.count) }
  private var rows: Int { (bars.count + columns - 1) / columns }
  private var panelHeight: Int { max(2, profiles.count) * Self.barHeight }
  private var rowHeight: Int { Self.titleHeight + panelHeight }

  /// The height of the picture in pixels.
  var height: Int { Self.legendHeight + rows * rowHeight + Self.footHeight }

  /// The script behind the common settings.
  var body: String {
    bars.enumerated().map(blocks).joined() + "set multiplot\n" + legend + bars.indices.map(panel).joined()
      + "unset multiplot\n"
  }

  private func blocks(_ index: Int, _ bars: VerdictBars) -> String {
    bars.outcomes.map { outcome in
      Plot.block(
        "bars\(index)\(outcome.severity)",
        bars.parts.filter { $0.outcome == outcome }.map { "\($0.from) \($0.to) \($0.row)" })
    }.joined()
      + bars.marks.map(\.isBroken).distinct.map { isBroken in
        Plot.block(
          "\(isBroken ? "broken" : "kept")\(index)",
          bars.marks.filter { $0.isBroken == isBroken }.map { "1 \($0.row) \"\($0.text)\"" })
      }.joined()
  }

  private var occurring: [Outcome] {
    Outcome.allCases.filter { outcome in bars.contains { $0.outcomes.contains(outcome) } }
  }

  private var legend: String {
    let entries = occurring.map {
      "keyentry with boxes fillstyle solid noborder linecolor rgb '\($0.colour)' title "
        + Plot.quoted($0.rawValue)
    }
    let middle = Double(height - Self.legendHeight / 2) / Double(height)
    return """
      set border 0
      unset tics
      unset grid
      set style fill solid noborder
      set margins at screen 0, at screen 1, at screen 0, at screen 1
      set key at screen 0.5, screen \(middle) center center horizontal Left reverse maxrows 2 samplen 1.5
      plot [1:2] [1:2] NaN notitle, \(entries.joined(separator: ", \\\n  "))
      unset key
      set border 0
      set xrange [0:1]
      set yrange [\(Double(max(2, profiles.count)) - 0.5):-0.5]

      """
  }

  private func panel(_ index: Int) -> String {
    let column = index % columns
    let cell = (Plot.width - Self.namesWidth - Self.gap) / columns
    let left = Self.namesWidth + column * cell
    let right = left + cell - Self.marksWidth - Self.gap
    let top = Self.legendHeight + index / columns * rowHeight + Self.titleHeight
    func across(_ pixels: Int) -> Double { Double(pixels) / Double(Plot.width) }
    func up(_ pixels: Int) -> Double { 1 - Double(pixels) / Double(height) }
    let names = profiles.enumerated().map { "\(Plot.quoted($1)) \($0)" }.joined(separator: ", ")
    let layers =
      bars[index].outcomes.map { outcome in
        "$bars\(index)\(outcome.severity) using (0):3:1:2:($3-0.36):($3+0.36) with boxxyerror "
          + "linecolor rgb '\(outcome.colour)' notitle"
      }
      + bars[index].marks.map(\.isBroken).distinct.map { isBroken in
        "$\(isBroken ? "broken" : "kept")\(index) using 1:2:3 with labels left offset 0.6,0 "
          + "textcolor rgb '\(isBroken ? Outcome.corrupt.colour : "#333333")' notitle"
      }
    return """
      set lmargin at screen \(across(left))
      set rmargin at screen \(across(right))
      set tmargin at screen \(up(top))
      set bmargin at screen \(up(top + panelHeight))
      set label 1 \(Plot.quoted(bars[index].title)) at graph 0, graph 1 left offset 0,0.6 textcolor rgb '#333333'
      \(column == 0 ? "set ytics scale 0 textcolor rgb '#333333' (\(names))" : "unset ytics")
      plot \(layers.joined(separator: ", \\\n  "))
      unset label 1

      """
  }
}

extension [Bool] {
  fileprivate var distinct: [Bool] { [false, true].filter(contains) }
}

extension Outcome {
  /// From green over amber and red to grey, in middling lightness; neighbours differ in lightness too.
  var colour: String {
    switch self {
    case .intact: "#2e8b57"
    case .lostUnacknowledged: "#93bf8a"
    case .lostAcknowledged: "#d9a02f"
    case .torn: "#c8641e"
    case .dangling: "#a8438f"
    case .corrupt: "#b03a48"
    case .unopenable: "#55504f"
    case .silentError: "#6b5bb5"
    }
  }
}
