internal import InkModel

extension Plot {
  /// What had been written by each moment of the session, by file role: stacked areas, one panel a case.
  static func cumulativeBytes(of group: CaseGroup, lengthMilliseconds: UInt64) -> Plot? {
    let axis = SessionAxis(lengthMilliseconds: lengthMilliseconds)
    let cases = group.cases.compactMap { row in
      row.timeline.flatMap { $0.written.curves.isEmpty ? nil : (title: row.curveTitle, written: $0.written) }
    }
    guard !cases.isEmpty else { return nil }
    let shown = cases.prefix(Panels.panelsMax)
    let roles = FileRole.allCases.filter { role in
      shown.contains { $0.written.isVisible(role) }
    }
    let panels = shown.enumerated().map { index, item in
      Panels.Panel(
        title: "\(item.title): \(Humanised.bytes(Double(item.written.total)))",
        body: panelBody(item.written, name: "case\(index)"))
    }
    let picture = Panels(
      panels: panels, columns: shown.count == 1 ? 1 : 2, panelHeight: 150,
      legend: roles.map { "with boxes \(fill($0)) title \(quoted($0.rawValue))" },
      xLabel: axis.label, yLabel: "written since the session began")
    let blocks = shown.enumerated().map { index, item in
      block("case\(index)", stackedLines(item.written, axis))
    }
    let settings = """
      set style fill solid 0.85 noborder

      """
    return Plot(
      name: "cumulative-bytes-\(group.slug).svg", group: group.slug,
      caption:
        "How the written bytes add up over the session (\(group.title)): by the role of the file, each store on "
        + "its own scale; the total stands beside its name." + omitted(cases.count),
      body: blocks.joined() + axis.settings + settings + picture.body, height: picture.height)
  }

  /// The colour of a role: the same in every plot.
  static func fill(_ role: FileRole) -> String {
    let colour = FileRole.allCases.firstIndex(of: role) ?? 0
    return "linetype \(colour % palette.count + 1) "
      + "fillstyle \(colour < palette.count ? "solid 0.9" : "pattern 2") "
  }

  /// The highest area first, so that each lower one covers its own part of it.
  private static func panelBody(_ written: WrittenCurves, name: String) -> String {
    let areas = written.curves.indices.reversed().map { index in
      "$\(name) using 1:\(index + 2) with filledcurves y1=0 \(fill(written.curves[index].role)) notitle"
    }
    return ByteAxis(most: written.total).settings + "plot \(areas.joined(separator: ", \\\n  "))\n"
  }

  /// A line a stretch: its end, then the height of each role's upper edge; the middle of a level stretch is
  /// left out.
  private static func stackedLines(_ written: WrittenCurves, _ axis: SessionAxis) -> [String] {
    let heights = [[UInt64](repeating: 0, count: written.curves.count)] + written.stackedHeights
    return heights.indices.compactMap { index in
      let isCorner =
        index == 0 || index == heights.count - 1 || heights[index] != heights[index - 1]
        || heights[index] != heights[index + 1]
      guard isCorner else { return nil }
      let position = axis.position(UInt64(index) * written.stretchMilliseconds)
      return "\(position)" + heights[index].map { " \($0)" }.joined()
    }
  }
}

extension WrittenCurves {
  /// Of each stretch for which all roles have a number: each role's bytes on top of those before it.
  fileprivate var stackedHeights: [[UInt64]] {
    (0..<(curves.map(\.cumulativeBytes.count).min() ?? 0)).map { stretch in
      var height: UInt64 = 0
      return curves.map { curve in
        height += curve.cumulativeBytes[stretch]
        return height
      }
    }
  }

  /// Whether a role's share is as high as a line of pixels at the end.
  fileprivate func isVisible(_ role: FileRole) -> Bool {
    curves.contains { $0.role == role && 200 * ($0.cumulativeBytes.last ?? 0) >= total }
  }

  fileprivate var total: UInt64 { curves.reduce(0) { $0 + ($1.cumulativeBytes.last ?? 0) } }
}
