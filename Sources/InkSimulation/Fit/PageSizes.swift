/// How many strokes pages take until they are full, from pages that were and pages that weren't yet.
///
/// Method. A page still being written on says only that it takes at least as many. Kaplan and Meier's
/// estimator (1958) gives each magnitude its weight with both; where the largest is unfinished, what is left
/// falls to the largest. Pages of the base that were full in part hold a known share of what they will.
enum PageSizes {
  static func weights(of summary: InkSummary) -> WeightedHistogram {
    let fill = max(0.01, min(1, summary[.basePageFill].mean ?? 1))
    let ended = bins(summary[.strokesPerPage], times: 1 / fill)
      .merging(bins(summary[.strokesPerFinishedPage])) { $0 + $1 }
    let cut = bins(summary[.strokesPerUnfinishedPage])
    let all = Set(ended.keys).union(cut.keys).sorted()
    var atRisk = ended.values.reduce(0, +) + cut.values.reduce(0, +)
    var surviving = 1.0
    var weights: [(bin: Int?, weight: Double)] = []
    for bin in all {
      let hazard = atRisk > 0 ? (ended[bin] ?? 0) / atRisk : 0
      weights.append((bin, surviving * hazard))
      surviving *= 1 - hazard
      atRisk -= (ended[bin] ?? 0) + (cut[bin] ?? 0)
    }
    if let last = weights.indices.last { weights[last].weight += surviving }
    return WeightedHistogram(entries: weights)
  }

  /// The weights of a histogram's bins, all values times a factor.
  private static func bins(_ histogram: LogHistogram, times factor: Double = 1) -> [Int: Double] {
    let entries = WeightedHistogram(histogram).scaled(by: factor).entries
    return entries.reduce(into: [:]) { weights, entry in
      if let bin = entry.bin { weights[bin, default: 0] += entry.weight }
    }
  }
}
