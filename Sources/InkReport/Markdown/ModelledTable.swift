/// What one group's saves would take on one device: modelled, and so never in a table with what was measured.
struct ModelledTable {
  let rows: [ModelledRow]
  let device: Device

  var text: String {
    var table = MarkdownTable(
      [
        "store", "save p50", "low – high", "save p95", "low – high", "p95, slow flushes",
        "calls / copy / transfer / flush", "computing p50 §", "save p50 with it §",
      ], textColumns: 1)
    table.rows = rows.map(row)
    let reasons = rows.compactMap { row in
      row.reason.map { "- \(code(row.name.store)) is not modelled: \(oneLine($0))\n" }
    }
    return introduction + table.text + (reasons.isEmpty ? "" : "\n" + reasons.joined())
  }

  private var introduction: String {
    let isNoisy = rows.contains { $0.metric("save.file.p50")?.kind == .noisy }
    return "\(code(device.name)): \(oneLine(device.about))"
      + (isNoisy ? " **Noisy:** its figures, or the calls of a case, differ from run to run." : "") + "\n\n"
  }

  private func row(_ row: ModelledRow) -> [String] {
    guard row.status == .modelled else {
      return [row.name.store, "**not modelled**"] + Array(repeating: "–", count: 7)
    }
    let parts = ["calls", "copy", "transfer", "flush"].map { value(row, "save.\($0).mean") }
    return [
      row.name.store, value(row, "save.file.p50"), interval(row, "save.file.p50"),
      value(row, "save.file.p95"),
      interval(row, "save.file.p95"), value(row, "save.file.slow-flush.p95"), parts.joined(separator: " / "),
      value(row, "save.compute.p50"), value(row, "save.total.p50"),
    ]
  }

  private func value(_ row: ModelledRow, _ name: String) -> String { row.metric(name)?.humanised ?? "–" }
  private func interval(_ row: ModelledRow, _ name: String) -> String {
    row.metric(name)?.humanisedInterval ?? "–"
  }
}

extension ModelledMetric {
  /// The number as people read it; a dash where there is none.
  var humanised: String { value.map(text) ?? "–" }

  /// The ends of the interval; one number if they are the same.
  var humanisedInterval: String {
    guard let low, let high else { return "–" }
    let ends = (text(low), text(high))
    return ends.0 == ends.1 ? ends.0 : "\(ends.0) – \(ends.1)"
  }

  private func text(_ number: Double) -> String {
    switch unit {
    case .nanoseconds: Humanised.time(nanoseconds: number)
    case .bytes, .bytesPerHour: Humanised.bytes(number)
    // The platform states a day in MB, and a limit of 1,073.74 MB; its reader must not convert.
    case .bytesPerDay: Humanised.digits(number / 1_000_000) + " MB"
    case .ratio: Humanised.ratio(number)
    case .share: Humanised.digits(number * 100) + " %"
    case .years: Humanised.digits(number)
    case .commits, .saves: Humanised.count(number)
    }
  }
}
