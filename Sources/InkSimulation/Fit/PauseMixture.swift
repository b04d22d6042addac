/// Pauses for thought apart from the rhythm of the hand.
///
/// Method. The writer thinks before any stroke alike, whatever the way of the pen, so one lognormal law of
/// thought, with one share, runs through the pauses of all laws. The logarithms of the pauses counted under a
/// law are then a mixture of normal laws: thought, and the laws that such pauses follow in known shares
/// (`PauseMixing`). Expectation maximisation (Dempster, Laird, Rubin, 1977) over the bins of all histograms
/// together gives centre and spread of each law and the share of thought. Pauses at new lines tell nothing
/// of thought, because some of them are long by themselves. Pauses beyond a minute are breaks and are counted
/// apart, so the law of thought is completed beyond that bound.
struct PauseMixture {
  /// A normal law of logarithms.
  struct Part: Hashable {
    var centre: Double
    var spread: Double

    /// The part of it within a bin.
    func weight(_ bin: Int) -> Double {
      let low = (LogHistogram.logarithm(atPlace: Double(bin) - 0.5) - centre) / spread
      let high = (LogHistogram.logarithm(atPlace: Double(bin) + 0.5) - centre) / spread
      return max(1e-12, NormalLaw.cumulative(high) - NormalLaw.cumulative(low))
    }

    /// The part of it below the bound of breaks.
    var shareBelowBound: Double {
      max(0.2, NormalLaw.cumulative((Elementary.log(SessionObserver.breakSeconds) - centre) / spread))
    }
  }

  /// Pauses counted under one law.
  struct Group {
    var pauses: LogHistogram
    /// How much of them, thought apart, follows each law.
    var shares: [Double]
    var showsThought: Bool
  }

  /// The laws of the hand, in the order of the groups' shares.
  private(set) var rhythm: [Part]
  private(set) var thought: Part
  /// The share of thought among all pauses, those beyond the bound included.
  private(set) var thoughtShare: Double
  /// How many pauses thought was told from, and how many of them were thought.
  private(set) var pauseCount = 0
  private(set) var thoughtCount = 0.0

  private let groups: [Group]
  private var bins: ClosedRange<Int>

  /// Fits the mixture; nil if there are too few pauses.
  ///
  /// `held` gives laws that are known; the others begin at the medians of their groups.
  init?(_ groups: [Group], held: [Int: Part]) {
    self.groups = groups
    pauseCount = groups.reduce(0) { $0 + ($1.showsThought ? $1.pauses.count : 0) }
    let used = groups.flatMap { group in Self.bins(group.pauses).map(\.bin) }
    guard pauseCount >= Self.countMin, let first = used.min(), let last = used.max() else { return nil }
    bins = first...last
    rhythm = groups.indices.map { index in
      held[index]
        ?? Part(centre: Elementary.log(max(groups[index].pauses.median ?? 0.3, 0.02)), spread: 0.55)
    }
    thought = Part(centre: Elementary.log(4.5), spread: 1.4)
    thoughtShare = 0.1
    for _ in 0..<Self.rounds { improve(held) }
  }

  /// With fewer, a handful of long pauses would decide.
  private static let countMin = 60
  private static let rounds = 250

  /// The part of thoughts that lasts beyond the bound of breaks.
  var shareBeyondBound: Double { 1 - thought.shareBelowBound }

  /// The share of thought among pauses within the bound.
  private var shareSeen: Double {
    let below = thought.shareBelowBound
    return thoughtShare * below / (1 - thoughtShare * (1 - below))
  }

  private static func bins(_ histogram: LogHistogram) -> [(bin: Int, count: Double)] {
    // No pause is shorter than a hundredth; where clocks are coarse, some are zero and count as that.
    let zeros: [(bin: Int, count: Double)] =
      histogram.zeroCount > 0 ? [(LogHistogram.lowestBin, Double(histogram.zeroCount))] : []
    return zeros
      + histogram.counts.enumerated().compactMap { index, count in
        count > 0 ? (histogram.firstBin + index, Double(count)) : nil
      }
  }

  /// Calls a body with each bin of each group: how many pauses are in it, and the weight of each law and of
  /// thought in it.
  private func forEachBin(
    _ body: (_ group: Int, _ bin: Int, _ count: Double, _ weights: [Double], _ thinking: Double) -> Void
  ) {
    let weights = bins.map { bin in rhythm.map { $0.weight(bin) } }
    let below = thought.shareBelowBound
    let thinking = bins.map { thought.weight($0) / below }
    let share = shareSeen
    for (index, group) in groups.enumerated() {
      for (bin, count) in Self.bins(group.pauses) {
        let own = zip(group.shares, weights[bin - bins.lowerBound]).map { (1 - share) * $0 * $1 }
        body(index, bin, count, own, share * thinking[bin - bins.lowerBound])
      }
    }
  }

  /// One round of expectation and maximisation.
  private mutating func improve(_ held: [Int: Part]) {
    var moments = rhythm.map { _ in Moments() }
    var thinking = Moments()
    forEachBin { group, bin, count, weights, thought in
      let all = weights.reduce(thought, +)
      let x = LogHistogram.logarithm(atPlace: Double(bin))
      for index in weights.indices { moments[index].add(x, count * weights[index] / all) }
      if groups[group].showsThought { thinking.add(x, count * thought / all) }
    }
    for index in rhythm.indices where held[index] == nil {
      if let law = moments[index].law { rhythm[index] = law }
    }
    thoughtCount = thinking.weight
    guard let seen = thinking.law else { return thoughtShare = 0 }
    let (centre, spread) = NormalLaw.untruncated(
      mean: seen.centre, deviation: seen.spread, below: Elementary.log(SessionObserver.breakSeconds))
    thought = Part(centre: centre, spread: spread)
    let share = thinking.weight / Double(pauseCount)
    let whole = share / thought.shareBelowBound
    thoughtShare = whole / (whole + 1 - share)
  }

  /// The pauses that follow a law, from whatever group they were counted in.
  func pauses(of law: Int) -> WeightedHistogram {
    var found: [Int: Double] = [:]
    forEachBin { _, bin, count, weights, thought in
      found[bin, default: 0] += count * weights[law] / weights.reduce(thought, +)
    }
    return WeightedHistogram(entries: found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  private struct Moments {
    var (weight, sum, squares) = (0.0, 0.0, 0.0)

    mutating func add(_ x: Double, _ part: Double) {
      weight += part
      sum += x * part
      squares += x * x * part
    }

    /// The law with these moments; nil if hardly anything belongs to it.
    var law: Part? {
      guard weight > 0.5 else { return nil }
      let centre = sum / weight
      // Sheppard's correction: values are spread within their bins.
      let width = LogHistogram.logarithm(atPlace: 1)
      let variance = max(squares / weight - centre * centre - width * width / 12, 0.01)
      return Part(centre: centre, spread: variance.squareRoot())
    }
  }
}
