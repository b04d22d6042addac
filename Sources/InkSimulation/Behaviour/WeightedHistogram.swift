/// A histogram whose bins have weights rather than counts, as when a part of each bin is explained away.
struct WeightedHistogram {
  /// Bins in rising order, with nil for zeros.
  private(set) var entries: [(bin: Int?, weight: Double)]

  init(entries: [(bin: Int?, weight: Double)]) { self.entries = entries }

  init(_ histogram: LogHistogram) {
    entries = histogram.zeroCount > 0 ? [(nil, Double(histogram.zeroCount))] : []
    for (index, count) in histogram.counts.enumerated() where count > 0 {
      entries.append((histogram.firstBin + index, Double(count)))
    }
  }

  /// The same bins, each with a part of its weight.
  func weighted(by part: (_ value: Double) -> Double) -> WeightedHistogram {
    var copy = self
    for index in copy.entries.indices {
      let value = copy.entries[index].bin.map { LogHistogram.value(at: Double($0)) } ?? 0
      copy.entries[index].weight *= part(value)
    }
    return copy
  }

  var weight: Double { entries.reduce(0) { $0 + $1.weight } }

  /// The value that a share of the weight doesn't exceed; nil without weight.
  func quantile(_ share: Double) -> Double? {
    let total = weight
    guard total > 0 else { return nil }
    let wanted = max(0, min(1, share)) * total
    var passed = 0.0
    for (bin, weight) in entries where weight > 0 {
      if passed + weight >= wanted {
        guard let bin else { return 0 }
        return LogHistogram.value(at: Double(bin) - 0.5 + (wanted - passed) / weight)
      }
      passed += weight
    }
    return entries.last { $0.weight > 0 }.map { $0.bin.map { LogHistogram.value(at: Double($0) + 0.5) } ?? 0 }
  }
}
