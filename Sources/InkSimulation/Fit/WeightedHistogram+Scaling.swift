extension WeightedHistogram {
  /// All values times a factor above 0; what falls between two bins is shared by them.
  func scaled(by factor: Double) -> WeightedHistogram {
    let way = factor == 1 ? 0 : Elementary.log(factor) / LogHistogram.logarithm(atPlace: 1)
    let (whole, share) = (Int(way.rounded(.down)), way - way.rounded(.down))
    var weights: [Int?: Double] = [:]
    for (bin, weight) in entries {
      weights[bin.map { $0 + whole }, default: 0] += bin == nil ? weight : weight * (1 - share)
      if let bin, share > 0 { weights[bin + whole + 1, default: 0] += weight * share }
    }
    return WeightedHistogram(weights)
  }

  /// The bins of both, those of the other times a factor.
  func adding(_ other: WeightedHistogram, times factor: Double) -> WeightedHistogram {
    var weights: [Int?: Double] = [:]
    for (bin, weight) in entries { weights[bin, default: 0] += weight }
    for (bin, weight) in other.entries { weights[bin, default: 0] += weight * factor }
    return WeightedHistogram(weights)
  }

  private init(_ weights: [Int?: Double]) {
    let sorted = weights.sorted { ($0.key ?? .min) < ($1.key ?? .min) }
    self.init(entries: sorted.map { (bin: $0.key, weight: $0.value) })
  }
}
