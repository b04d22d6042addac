internal import InkReport

/// An inspection as text for a terminal.
enum InspectionText {
  static func text(_ inspection: Inspection) -> String {
    var sections = [["\(inspection.name): \(inspection.origin)"]]
    if !inspection.events.isEmpty { sections.append(["Events"] + parts(inspection.events)) }
    if !inspection.sizes.isEmpty { sections.append(["Sizes"] + parts(inspection.sizes)) }
    if !inspection.ink.isEmpty { sections.append(["Ink, beside real handwriting"] + ink(inspection.ink)) }
    sections.append(["Writer, pages and app"] + statistics(inspection.statistics))
    sections.append(["Distributions"] + distributions(inspection.distributions))
    if let policies = inspection.policies {
      sections.append(["Saves under other policies, of the same events"] + table(policies))
    }
    if !inspection.withheld.isEmpty {
      sections.append(["Withheld"] + inspection.withheld.flatMap { TextLayout.wrap($0, indent: 2) })
    }
    return sections.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private static func parts(_ parts: [Inspection.Part]) -> [String] {
    TextLayout.table(parts.map { [$0.name, String($0.count)] })
  }

  /// Said below a table that has such rows.
  private static let outside =
    "OUTSIDE says how this ink differs from the usual notes that were measured: dense pages are written smaller, "
    + "sketches have longer strokes, annotations shorter ones."

  private static func ink(_ rows: [Inspection.InkRow]) -> [String] {
    let cells = rows.map { row in
      let real =
        row.realLow == row.realHigh
        ? Humanised.count(row.realLow)
        : Humanised.count(row.realLow) + "–" + Humanised.count(row.realHigh)
      let verdict = row.isWithin.map { $0 ? "within" : "OUTSIDE" } ?? "–"
      return [row.quantity, row.value.map(Humanised.count) ?? "–", real, row.unit, verdict]
    }
    let table = TextLayout.table([["quantity", "here", "real", "unit", "tolerance"]] + cells)
    guard rows.contains(where: { $0.isWithin == false }) else { return table }
    return table + TextLayout.wrap(outside, indent: 2)
  }

  private static func statistics(_ rows: [Inspection.Statistic]) -> [String] {
    TextLayout.table(rows.map { [$0.name, Humanised.count($0.value), $0.unit] })
  }

  private static func distributions(_ rows: [Inspection.Distribution]) -> [String] {
    TextLayout.table(
      [["measure", "p5", "p50", "p95", "values"]]
        + rows.map {
          [$0.measure] + [$0.p5, $0.p50, $0.p95].map(Humanised.count) + [String($0.count)]
        })
  }

  private static func table(_ policies: PolicyTable) -> [String] {
    TextLayout.table(
      [["policy", "saves", "strokes/save", "loss window s"]]
        + policies.rows.map {
          [
            $0.policy, String($0.saves), Humanised.count($0.strokesPerSave),
            Humanised.count($0.lossWindowSeconds),
          ]
        })
  }
}
