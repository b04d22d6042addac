/// Several small plots in one picture, under one legend.
///
/// Each has its place in pixels from the top left corner, so that a picture grows with the number of its
/// panels and they stay as large as they are.
struct Panels {
  struct Panel {
    /// What the panel shows, written above it.
    var title: String
    /// Settings and the `plot` command.
    var body: String
  }

  var panels: [Panel]
  var columns: Int
  /// The height of a panel without its title.
  var panelHeight: Int
  /// `keyentry` words, one for each mark that occurs.
  var legend: [String]
  /// Stands below the lowest panels.
  var xLabel: String
  /// Stands beside all panels, upright.
  var yLabel: String
  /// Room on the left of each panel for the numbers of its axis.
  var axisWidth = 74

  /// More would make a picture that nobody scrolls through.
  static let panelsMax = 12

  private static let legendHeight = 40
  private static let titleHeight = 30
  private static let footHeight = 62
  private static let labelWidth = 22

  private var rows: Int { (panels.count + columns - 1) / columns }
  private var rowHeight: Int { Self.titleHeight + panelHeight }
  /// The height of the picture in pixels.
  var height: Int { Self.legendHeight + rows * rowHeight + Self.footHeight }

  /// The script behind the common settings.
  var body: String {
    "set multiplot\n" + legendBody + panels.indices.map(panelBody).joined() + "unset multiplot\n"
  }

  private var legendBody: String {
    let middle = Double(height - Self.legendHeight / 2) / Double(height)
    return """
      set border 0
      unset tics
      unset grid
      set margins at screen 0, at screen 1, at screen 0, at screen 1
      set key at screen 0.5, screen \(middle) center center horizontal Left reverse maxrows 2 samplen 2
      set label 2 \(Plot.quoted(yLabel)) at screen \(14 / Double(Plot.width)), screen 0.5 center rotate \
      textcolor rgb '#333333'
      plot [1:2] [1:2] NaN notitle, \(legend.map { "keyentry \($0)" }.joined(separator: ", \\\n  "))
      unset label 2
      unset key
      set border 3
      set xtics nomirror
      set ytics nomirror
      set grid

      """
  }

  private func panelBody(_ index: Int) -> String {
    let column = index % columns
    let isLowest = index + columns >= panels.count
    let cell = (Plot.width - Self.labelWidth) / columns
    let left = Self.labelWidth + column * cell + axisWidth
    let right = Self.labelWidth + (column + 1) * cell - 22
    let top = Self.legendHeight + index / columns * rowHeight + Self.titleHeight
    func across(_ pixels: Int) -> Double { Double(pixels) / Double(Plot.width) }
    func up(_ pixels: Int) -> Double { 1 - Double(pixels) / Double(height) }
    return """
      set lmargin at screen \(across(left))
      set rmargin at screen \(across(right))
      set tmargin at screen \(up(top))
      set bmargin at screen \(up(top + panelHeight))
      set label 1 \(Plot.quoted(panels[index].title)) at graph 0, graph 1 left offset 0,0.7 \
      textcolor rgb '#333333' font ',12'
      \(isLowest ? "set format x" : "set format x ''")
      \(isLowest ? "set xlabel \(Plot.quoted(xLabel)) textcolor rgb '#333333'" : "unset xlabel")

      """ + panels[index].body + "unset label 1\n"
  }
}
