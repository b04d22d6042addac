/// Pauses within words apart from pauses for thought.
///
/// Method. The logarithms of pauses are a mixture of two normal laws: the rhythm of the hand, and thought. The
/// pauses before short jumps tell the two apart best; expectation maximisation (Dempster, Laird and Rubin,
/// 1977) over the bins of their histogram gives share, centre and spread of each. A third law, held at that of
/// longer jumps, takes up jumps whose length was misjudged, which would else pass for thought. Pauses beyond a minute are
/// breaks and are counted apart, so the law of thought is completed beyond that bound. For longer jumps, whose
/// rhythm is slower, the law of thought is held and only that of the hand is fitted.
struct PauseMixture {
  /// A normal law of logarithms, with its share of a mixture.
  struct Part: Hashable {
    var share: Double
    var centre: Double
    var spread: Double
    /// Whether centre and spread stay as they are.
    var isHeld = false

    func weight(_ x: Double) -> Double {
      share * NormalLaw.density((x - centre) / spread) / spread
    }
  }

  /// Thought as it is seen below the bound of breaks.
  private(set) var seen: Part
  /// Thought as it would be seen without that bound.
  private(set) var thought: Part
  /// How many pauses thought was told from.
  let count: Int

  /// Fits the mixture to pauses before short jumps; nil if there are too few.
  init?(shortJumps: LogHistogram, longJumps: LogHistogram) {
    count = shortJumps.count
    guard count >= Self.countMin else { return nil }
    let rhythm = Part(share: 0.85, centre: Elementary.log(shortJumps.median ?? 0.15), spread: 0.59)
    let slow = Part(
      share: 0.05, centre: max(rhythm.centre + 0.7, Elementary.log(longJumps.median ?? 0.44)), spread: 0.6,
      isHeld: true)
    let thought = Part(share: 0.1, centre: max(Elementary.log(4.5), slow.centre + 1.2), spread: 1.4)
    seen = Self.maximised([rhythm, slow, thought], over: Self.logarithms(shortJumps))[2]
    let (centre, spread) = NormalLaw.untruncated(
      mean: seen.centre, deviation: seen.spread, below: Elementary.log(SessionObserver.breakSeconds))
    let shareBelow = NormalLaw.cumulative((Elementary.log(SessionObserver.breakSeconds) - centre) / spread)
    let whole = seen.share / max(shareBelow, 0.2)
    self.thought = Part(share: whole / (whole + 1 - seen.share), centre: centre, spread: spread)
  }

  /// With fewer, a handful of long pauses would decide.
  private static let countMin = 60

  /// The part of thoughts that lasts beyond the bound of breaks.
  var shareBeyondBound: Double {
    let z = (Elementary.log(SessionObserver.breakSeconds) - thought.centre) / thought.spread
    return 1 - NormalLaw.cumulative(z)
  }

  /// The bins of a histogram less what thought explains of them.
  func rhythm(of pauses: LogHistogram) -> WeightedHistogram {
    let entries = Self.logarithms(pauses)
    guard !entries.isEmpty else { return WeightedHistogram(pauses) }
    let middle = Elementary.log(max(pauses.median ?? 0.2, 0.02))
    // A long jump takes no thought that a short one does not, so the share is held as well.
    let start = Part(share: 1 - seen.share, centre: middle, spread: 0.6)
    let hand = Self.maximised([start, seen], over: entries, holdingShares: true, held: 1)[0]
    let thinking = seen
    return WeightedHistogram(pauses).weighted { value in
      let x = Elementary.log(max(value, 1e-3))
      let own = hand.weight(x)
      return own / (own + thinking.weight(x) + 1e-12)
    }
  }

  private static func logarithms(_ histogram: LogHistogram) -> [(x: Double, weight: Double)] {
    histogram.entries.map { (Elementary.log(max($0.value, 1e-3)), Double($0.count)) }
  }

  /// Improves laws until together they explain the entries best.
  private static func maximised(
    _ start: [Part], over entries: [(x: Double, weight: Double)], holdingShares: Bool = false,
    held: Int? = nil
  ) -> [Part] {
    var parts = start
    let total = entries.reduce(0) { $0 + $1.weight }
    for _ in 0..<rounds {
      var moments = parts.map { _ in Moments() }
      for entry in entries {
        let weights = parts.map { $0.weight(entry.x) + 1e-300 }
        let all = weights.reduce(0, +)
        for index in parts.indices { moments[index].add(entry.x, entry.weight * weights[index] / all) }
      }
      for index in parts.indices where index != held {
        guard let law = moments[index].law(of: total) else { continue }
        if !holdingShares { parts[index].share = law.share }
        if !parts[index].isHeld { (parts[index].centre, parts[index].spread) = (law.centre, law.spread) }
      }
    }
    return parts
  }

  private static let rounds = 200

  private struct Moments {
    var (weight, sum, squares) = (0.0, 0.0, 0.0)

    mutating func add(_ x: Double, _ part: Double) {
      weight += part
      sum += x * part
      squares += x * x * part
    }

    /// The law with these moments; nil if hardly anything belongs to it.
    func law(of total: Double) -> Part? {
      guard weight > 1e-6 * total, total > 0 else { return nil }
      let centre = sum / weight
      let variance = max(squares / weight - centre * centre, 0.01)
      return Part(share: weight / total, centre: centre, spread: variance.squareRoot())
    }
  }
}
