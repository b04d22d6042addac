/// A parameter of the hand, and how far a simulation is from what it has to bring about.
///
/// Method. Each parameter answers for one statistic that it moves nearly alone: the height of letters for the
/// size of strokes, their aspect for width against height, and the duration of sub-strokes for samples. Where
/// strokes are given their numbers of samples, shorter sub-strokes are more of them, hence longer strokes of
/// the same extent: then width, height and length are all met. Where they are not, the clock fixes how many
/// sub-strokes there are, and length counts for more than either extent, because samples lie along it.
struct HandKnob {
  let path: String
  /// The logarithm of what is wanted over what was found; nil if that can't be told.
  let error: (UserPool, InkSummary) -> Double?

  /// The parameters that are corrected, in no order that matters.
  static func all(areCountsGiven: Bool) -> [HandKnob] {
    let extent = [SummaryStatistic.strokeWidth, .strokeHeight]
    let size = areCountsGiven ? extent : [.strokeLength, .strokeLength, .strokeLength] + extent
    let samples: [SummaryStatistic] =
      areCountsGiven ? [.pointsPerStroke] : [.pointsPerStroke, .meanPointsPerStroke]
    var knobs = [
      HandKnob("hand.xHeightMillimetres", size),
      HandKnob(path: "hand.letterAspect") { pool, found in
        guard let width = error(of: .strokeWidth, pool, found),
          let height = error(of: .strokeHeight, pool, found)
        else { return nil }
        return width - height
      },
      HandKnob(areCountsGiven ? "hand.pointsPerStroke" : "hand.subStrokeMilliseconds", samples),
      HandKnob("hand.pressure", [.pressure]),
      HandKnob("hand.pressureNoise", [.pressureVariation]),
    ]
    if areCountsGiven {
      knobs.append(
        HandKnob(path: "hand.subStrokeMilliseconds") { pool, found in
          guard let length = error(of: .strokeLength, pool, found), let own = mean(of: extent, pool, found)
          else { return nil }
          return own - length
        })
    }
    return knobs
  }

  private init(path: String, error: @escaping (UserPool, InkSummary) -> Double?) {
    self.path = path
    self.error = error
  }

  private init(_ path: String, _ statistics: [SummaryStatistic]) {
    self.init(path: path) { Self.mean(of: statistics, $0, $1) }
  }

  /// How far all statistics of the hand are from those recorded: the worst count most.
  static func distance(_ pool: UserPool, _ found: InkSummary) -> (squares: Double, worst: Double) {
    let errors = statistics.compactMap { error(of: $0, pool, found) }
    return (errors.reduce(0) { $0 + $1 * $1 }, errors.reduce(0) { max($0, abs($1)) })
  }

  /// How far statistics are beyond what a fit may miss them by, many times over: no likeness of spread makes
  /// up for it.
  static func excess(_ pool: UserPool, _ found: InkSummary) -> Double {
    statistics.reduce(0) { sum, statistic in
      sum + max(0, abs(error(of: statistic, pool, found) ?? 0) - acceptable) * excessWeight
    }
  }

  private static let acceptable = 0.08
  private static let excessWeight = 20.0

  private static let statistics: [SummaryStatistic] = [
    .strokeLength, .strokeWidth, .strokeHeight, .pointsPerStroke, .meanPointsPerStroke, .pressure,
    .pressureVariation,
  ]

  private static func mean(
    of statistics: [SummaryStatistic], _ pool: UserPool, _ found: InkSummary
  ) -> Double? {
    let errors = statistics.compactMap { error(of: $0, pool, found) }
    return errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count)
  }

  /// The logarithm of what is wanted of a statistic over what was found.
  static func error(of statistic: SummaryStatistic, _ pool: UserPool, _ found: InkSummary) -> Double? {
    guard let wanted = pool.value(statistic), let got = statistic.value(found), wanted > 0, got > 0 else {
      return nil
    }
    return Elementary.log(wanted / got)
  }
}
