internal import InkModel

/// The first lines of a report on moments: of each moment the fastest and the slowest store.
///
/// Method: the stores of one durability class that keep content and have a median are ranked by it. Two of
/// them can't be told apart where their middle halves overlap. Of a moment with sizes the largest is taken.
struct MomentsAnswer {
  let report: MomentsReport
  let durability: Durability

  var text: String {
    let lines = Moment.Kind.allCases.compactMap(sentence)
    return "**\(durability.rawValue)**, workload \(code(report.work.workload)):\n\n"
      + (lines.isEmpty ? "- Nothing was measured.\n" : lines.joined()) + failures
  }

  private func sentence(_ kind: Moment.Kind) -> String? {
    let moments = report.rows.map(\.moment).filter { $0.kind == kind }
    let size = moments.compactMap(\.size).max()
    guard let warm = ranking(Moment(kind, size: size)) else { return nil }
    let cold = ranking(Moment(kind, size: size, isCold: true)).map { "; cold: \($0)" } ?? ""
    return "- **\(kind.title)\(object(kind, size))**: \(warm)\(cold).\n"
  }

  private func object(_ kind: Moment.Kind, _ size: Int?) -> String {
    guard let size else { return "" }
    let number = Humanised.count(Double(size))
    return switch kind {
    case .listLibrary: ", \(number) notebook\(size == 1 ? "" : "s")"
    default: ", \(number) dirty page\(size == 1 ? "" : "s")"
    }
  }

  /// The fastest and the slowest of one moment, as a clause; nil if no store has a time.
  private func ranking(_ moment: Moment) -> String? {
    let ranked = report.stores
      .filter { $0.durability == durability && $0.retainsContent }
      .compactMap { store -> (name: String, row: MomentRow, median: UInt64)? in
        guard let row = store.row(moment), let median = row.medianNanoseconds else { return nil }
        return (store.name, row, median)
      }
      .sorted { ($0.median, $0.name) < ($1.median, $1.name) }
    guard let first = ranked.first, let last = ranked.last else { return nil }
    func told(_ place: (name: String, row: MomentRow, median: UInt64)) -> String {
      "\(code(place.name)), \(Humanised.time(nanoseconds: Double(place.median)))"
    }
    guard ranked.count > 1 else { return "\(told(first)), the only one" }
    guard !first.row.middleOverlaps(last.row) else {
      return "no difference between stores; \(told(first)) to \(told(last))"
    }
    let ties = ranked.dropFirst().filter { first.row.middleOverlaps($0.row) }.map { code($0.name) }
    let equal = ties.isEmpty ? "" : " (within noise of it: \(ties.joined(separator: ", ")))"
    return "fastest \(told(first))\(equal); slowest \(told(last))"
  }

  private var failures: String {
    let stores = report.stores.filter { $0.durability == durability }
    return stores.compactMap { store in
      let failed = store.moments.filter { $0.status == .failed || $0.status == .wrongContent }
      guard let first = failed.first else { return nil }
      let more = failed.count > 1 ? ", and \(failed.count - 1) more" : ""
      return "- **\(code(store.name)) failed**: \(first.moment.name)\(more): \(oneLine(first.reason ?? ""))\n"
    }.joined()
  }
}

extension MomentRow {
  /// Whether the order of two medians could be noise: the middle halves of their samples overlap.
  func middleOverlaps(_ other: MomentRow) -> Bool {
    guard let low = lowerQuartileNanoseconds, let high = upperQuartileNanoseconds,
      let otherLow = other.lowerQuartileNanoseconds, let otherHigh = other.upperQuartileNanoseconds
    else { return false }
    return low <= otherHigh && otherLow <= high
  }
}
