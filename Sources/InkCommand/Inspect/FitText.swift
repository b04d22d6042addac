internal import InkReport
internal import InkSimulation

/// A fit as text for a terminal.
enum FitText {
  static func text(_ fit: WorkloadFit, output: String, userCount: Int) -> String {
    var lines = ["\(output): \(fit.workload.about)", ""]
    let hasSpread = userCount > 1
    let head =
      ["", "recorded", "fitted", "difference", "sampling error"]
      + (hasSpread ? ["users' p10 / p50 / p90"] : [])
    lines += TextLayout.table([head] + fit.rows.map { row(of: $0, hasSpread: hasSpread) })
    if !fit.clamped.isEmpty {
      lines.append("")
      lines += TextLayout.wrap(
        "Out of range, and brought to its end: " + fit.clamped.joined(separator: ", ") + ".")
    }
    if !fit.unmeasured.isEmpty {
      lines += ["", "Not measured, so left as they are by default:"]
      lines += fit.unmeasured.flatMap { TextLayout.wrap($0 + ".", indent: 2) }
    }
    if !fit.uncertainStatistics.isEmpty || !fit.uncertain.isEmpty {
      lines += ["", "Told by too few to be known within a tenth; record more, or longer:"]
      lines += TextLayout.wrap(fit.uncertainStatistics.joined(separator: "; ") + ".", indent: 2)
      lines += fit.uncertain.flatMap { TextLayout.wrap($0 + ".", indent: 2) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(of row: WorkloadFit.Row, hasSpread: Bool) -> [String] {
    let unit = row.statistic.unit.isEmpty ? "" : " " + row.statistic.unit
    let difference =
      if let fitted = row.fitted, row.recorded > 0 {
        "\(Int(max(-999, min(999, ((fitted / row.recorded - 1) * 100).rounded())))) %"
      } else { "–" }
    let cells = [
      row.statistic.name, Humanised.count(row.recorded) + unit,
      row.fitted.map { Humanised.count($0) + unit } ?? "–", difference,
      row.samplingError.map { "± \(Int(min(999, ($0 * 100).rounded()))) %" } ?? "–",
    ]
    return cells + (hasSpread ? [row.spread.map(Humanised.count).joined(separator: " / ")] : [])
  }
}
