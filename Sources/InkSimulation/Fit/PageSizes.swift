/// How many strokes pages take until they are full, from pages that were and pages that weren't yet.
///
/// Method. A page still being written on says only that it takes at least as many. Kaplan and Meier's
/// estimator (1958) gives each magnitude its weight with both; where the largest is unfinished, what is left
/// falls to the largest.
enum PageSizes {
  static func weights(full: LogHistogram, unfinished: LogHistogram) -> WeightedHistogram {
    let ended = Dictionary(uniqueKeysWithValues: bins(full))
    let cut = Dictionary(uniqueKeysWithValues: bins(unfinished))
    let all = Set(ended.keys).union(cut.keys).sorted()
    var atRisk = Double(full.count + unfinished.count)
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

  private static func bins(_ histogram: LogHistogram) -> [(Int, Double)] {
    histogram.counts.enumerated().compactMap { index, count in
      count > 0 ? (histogram.firstBin + index, Double(count)) : nil
    }
  }
}
