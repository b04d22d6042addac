internal import InkModel

/// The tables of one durability class: a row a store.
struct MomentsTables {
  let report: MomentsReport
  let durability: Durability

  private var stores: [MomentsReport.Store] { report.stores.filter { $0.durability == durability } }
  /// All moments that any store of the report has, in the order of the first.
  private var moments: [Moment] {
    var known: [Moment] = []
    for row in report.rows where !known.contains(row.moment) { known.append(row.moment) }
    return known
  }

  /// Median times with half the distance between the quartiles.
  var times: String {
    let reading = moments.filter(\.kind.isReading)
    let writing = moments.filter { !$0.kind.isReading }
    let tables = [reading, writing].filter { !$0.isEmpty }.map(timeTable)
    return tables.joined(separator: "\n") + (notes.isEmpty ? "" : "\n" + notes)
  }

  private func timeTable(_ moments: [Moment]) -> String {
    var table = MarkdownTable(["store"] + moments.map(\.spokenName), textColumns: 1)
    table.rows = stores.map { store in
      [store.name] + moments.map { moment in store.row(moment).map(time) ?? "–" }
    }
    return table.text
  }

  private func time(_ row: MomentRow) -> String {
    switch row.status {
    case .failed: return "**failed**"
    case .wrongContent: return "✗ **wrong content**"
    case .withheld: return "withheld"
    case .measured: break
    }
    guard let middle = row.medianNanoseconds, let low = row.lowerQuartileNanoseconds,
      let high = row.upperQuartileNanoseconds
    else { return "–" }
    let spread = middle == 0 ? 0 : Double(high - low) / 2 / Double(middle) * 100
    return "\(Humanised.time(nanoseconds: Double(middle))) ± \(Humanised.count(spread.rounded())) %"
  }

  /// What a repetition asked of the files: a table a moment.
  ///
  /// Cold moments make the same calls as warm ones; what the kernel fetched for them is a column.
  var counts: String {
    moments.filter { !$0.isCold }.compactMap(countTable).joined(separator: "\n")
  }

  private func countTable(_ moment: Moment) -> String? {
    let rows = stores.compactMap { store -> [String]? in
      guard let row = store.row(moment), row.status == .measured else { return nil }
      let total = row.total
      let mark = row.isExact ? "" : " †"
      let cold = store.row(Moment(moment.kind, size: moment.size, isCold: true))
      return [
        store.name, Humanised.count(Double(total.calls)) + mark, Humanised.count(Double(total.openCalls)),
        Humanised.bytes(Double(total.readBytes)), Humanised.bytes(Double(total.writtenBytes)),
        Humanised.count(Double(total.syncCalls)),
      ] + (moment.kind.isReading ? [cold?.deviceReadBytes.map { Humanised.bytes(Double($0)) } ?? "–"] : [])
        + [row.roles.map(spoken).joined(separator: "; ")]
    }
    guard !rows.isEmpty else { return nil }
    var table = MarkdownTable(
      [moment.spokenName, "calls", "opened", "read", "written", "syncs"]
        + (moment.kind.isReading ? ["from the device, cold"] : []) + ["by role of the file"], textColumns: 1)
    table.alignments[table.header.count - 1] = .left
    table.rows = rows
    return table.text
      + (rows.joined().contains { $0.hasSuffix(" †") } ? "\n† Repetitions differ: medians.\n" : "")
  }

  private func spoken(_ role: RoleTotals) -> String {
    var parts: [String] = []
    if role.openCalls > 0 { parts.append("\(Humanised.count(Double(role.openCalls))) opened") }
    if role.readBytes > 0 { parts.append("\(Humanised.bytes(Double(role.readBytes))) read") }
    if role.writtenBytes > 0 { parts.append("\(Humanised.bytes(Double(role.writtenBytes))) written") }
    if role.syncCalls > 0 { parts.append("\(Humanised.count(Double(role.syncCalls))) synced") }
    if role.renameCalls > 0 { parts.append("\(Humanised.count(Double(role.renameCalls))) renamed") }
    if role.unlinkCalls > 0 { parts.append("\(Humanised.count(Double(role.unlinkCalls))) removed") }
    return "\(role.role.rawValue): \(parts.isEmpty ? "touched" : parts.joined(separator: ", "))"
  }

  /// Every reason for a missing number, with the stores and moments that it holds for.
  private var notes: String {
    var sentences: [String] = []
    var places: [String: [String]] = [:]
    for store in stores {
      for row in store.moments {
        guard let reason = row.reason else { continue }
        if places[reason] == nil { sentences.append(reason) }
        places[reason, default: []].append("\(code(store.name)) \(row.moment.name)")
      }
    }
    return sentences.map { "- \((places[$0] ?? []).joined(separator: ", ")): \(oneLine($0))\n" }.joined()
  }
}

extension Moment {
  /// The name of a column, such as `list library, 1,000, cold`.
  var spokenName: String {
    let words = kind.rawValue.split(separator: "-").joined(separator: " ")
    return [words, size.map { Humanised.count(Double($0)) }, isCold ? "cold" : nil].compactMap(\.self)
      .joined(separator: ", ")
  }
}
