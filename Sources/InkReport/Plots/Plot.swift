/// A gnuplot script for one picture, with its data inside.
struct Plot {
  /// The SVG's file name.
  var name: String
  /// The slug of the group that it shows.
  var group: String
  var caption: String
  /// Everything after the common settings.
  var body: String
  /// In pixels.
  var height = 480

  /// In pixels, of every plot.
  static let width = 900

  /// The plots of a report, group by group; none of a group in which nothing was measured.
  ///
  /// Backends that keep nothing are left out: nanoseconds beside milliseconds would squeeze everything else.
  static func all(of report: Report) -> [Plot] {
    CaseGroup.all(of: report).flatMap { group in
      var group = group
      group.cases.removeAll { !$0.retainsContent }
      let length = report.sessions.first { $0.name == group.workload }?.sessionMilliseconds ?? 0
      return [
        serviceTimes(of: group), growth(of: group), saveTimeline(of: group, lengthMilliseconds: length),
        writtenBytes(of: group), cumulativeBytes(of: group, lengthMilliseconds: length),
      ].compactMap { $0 }
    }
  }

  /// The whole script, which writes the picture to a path.
  func script(writingTo path: String) -> String {
    settings + "set output \(Self.quoted(path))\n" + body + "unset output\n"
  }

  /// An opaque, slightly grey ground and mid-tone colours: legible on light and dark pages.
  private var settings: String {
    """
    set encoding utf8
    set micro
    set terminal svg size \(Self.width),\(height) enhanced background rgb '#f5f5f2' font 'DejaVu Sans,Verdana,Arial,sans-serif,12'
    set termoption noenhanced
    set border 3 linecolor rgb '#555555'
    set tics nomirror textcolor rgb '#333333'
    set xlabel textcolor rgb '#333333'
    set ylabel textcolor rgb '#333333'
    set key textcolor rgb '#333333'
    set grid linecolor rgb '#d0d0cc' linewidth 0.6
    \(Self.palette.enumerated().map { "set linetype \($0 + 1) linecolor rgb '\($1)'" }.joined(separator: "\n"))
    set linetype cycle \(Self.palette.count)

    """
  }

  /// Eight hues of middling lightness that stay apart for colour-blind readers when dashes help them.
  static let palette = [
    "#2f6fb0", "#c8641e", "#2e8b57", "#a8438f", "#8a6d1b", "#1f8a99", "#b03a48", "#6b5bb5",
  ]

  /// The line of the n-th curve: after eight colours, dashes.
  static func line(_ index: Int) -> String {
    "linetype \(index % palette.count + 1) linewidth 2 dashtype \(index / palette.count + 1)"
  }

  /// A text for gnuplot, in single quotes, which know no escapes but the doubled quote.
  static func quoted(_ text: String) -> String {
    "'"
      + text.split(separator: "'", omittingEmptySubsequences: false).map { oneLine(String($0)) }.joined(
        separator: "''") + "'"
  }

  /// A data block that curves refer to by name.
  static func block(_ name: String, _ lines: some Sequence<String>) -> String {
    "$\(name) << INKBENCH_END\n" + lines.map { $0 + "\n" }.joined() + "INKBENCH_END\n"
  }
}
