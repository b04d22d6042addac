internal import InkModel

extension Plot {
  /// What each case wrote, by file role: stacked bars.
  static func writtenBytes(of group: CaseGroup) -> Plot? {
    let cases = group.cases.filter { ($0.metric("bytes.total")?.value ?? 0) > 0 }
    guard !cases.isEmpty else { return nil }
    let roles = FileRole.allCases.filter { role in
      role != .elsewhere && cases.contains { ($0.metric("bytes.\(role.rawValue)")?.value ?? 0) > 0 }
    }
    let rows = cases.map { row in
      let bytes = roles.map { "\(row.metric("bytes.\($0.rawValue)")?.value ?? 0)" }
      let total = row.metric("bytes.total")
      return "\"\(label(row.name.store))\" \(total?.value ?? 0) \"\(total?.humanised ?? "")\" "
        + bytes.joined(separator: " ")
    }
    let bars = roles.enumerated().map { index, role in
      "$bytes using \(index + 4)\(index == 0 ? ":xtic(1)" : "") \(fill(role)) title \(quoted(role.rawValue))"
    }
    let totals =
      "$bytes using 0:2:3 with labels offset 0,0.7 textcolor rgb '#333333' font ',\(cases.count > crowded ? 9 : 11)' notitle"
    let body = """
      set style data histograms
      set style histogram rowstacked
      set boxwidth 0.6
      set ylabel 'written in one session'
      set format y '%.0s %cB'
      set yrange [0:*]
      set offsets 0, 0, graph 0.08, 0
      set key outside right top Left reverse
      set xtics rotate by 25 right scale 0
      plot \((bars + [totals]).joined(separator: ", \\\n  "))

      """
    return Plot(
      name: "written-bytes-\(group.slug).svg", group: group.slug,
      caption: "What one session wrote (\(group.title)): bytes by the role of the file.",
      body: block("bytes", rows) + body)
  }

  /// With more bars than this their totals need smaller letters.
  private static let crowded = 9

  /// A label inside a data block, where a double quote would end it.
  private static func label(_ text: String) -> String {
    oneLine(text).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "'")
  }
}
