/// Pauses within words apart from pauses for thought.
///
/// Method. The logarithms of pauses are a mixture of two normal laws: the rhythm of the hand, and thought. The
/// pauses before short jumps tell the two apart best; expectation maximisation (Dempster, Laird and Rubin,
/// 1977) over the bins of their histogram gives share, centre and spread of each. Pauses beyond a minute are
/// breaks and are counted apart, so the law of thought is completed beyond that bound. For longer jumps, whose
/// rhythm is slower, the law of thought is held and only that of the hand is fitted.
struct PauseMixture {
  /// A normal law of logarithms, with its share of a mixture.
  struct Part: Hashable {
    var share: Double
    var centre: Double
    var spread: Double

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
  init?(shortJumps: LogHistogram) {
    count = shortJumps.count
    guard count >= Self.countMin else { return nil }
    var rhythm = Part(share: 0.88, centre: Elementary.log(0.15), spread: 0.59)
    seen = Part(share: 0.12, centre: Elementary.log(4.5), spread: 1.4)
    Self.maximise(Self.logarithms(shortJumps), &rhythm, &seen, fitsSecond: true)
    let (centre, spread) = NormalLaw.untruncated(
      mean: seen.centre, deviation: seen.spread, below: Elementary.log(SessionObserver.breakSeconds))
    let shareBelow = NormalLaw.cumulative((Elementary.log(SessionObserver.breakSeconds) - centre) / spread)
    let whole = seen.share / max(shareBelow, 0.2)
    thought = Part(share: whole / (whole + 1 - seen.share), centre: centre, spread: spread)
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
    var hand = Part(share: 1 - seen.share, centre: middle, spread: 0.6)
    var thinking = seen
    Self.maximise(entries, &hand, &thinking, fitsSecond: false)
    return WeightedHistogram(pauses).weighted { value in
      let x = Elementary.log(max(value, 1e-3))
      let own = hand.weight(x)
      return own / (own + thinking.weight(x) + 1e-12)
    }
  }

  private static func logarithms(_ histogram: LogHistogram) -> [(x: Double, weight: Double)] {
    histogram.entries.map { (Elementary.log(max($0.value, 1e-3)), Double($0.count)) }
  }

  /// Improves two laws until they explain the entries best; the shares of a held law are held too.
  private static func maximise(
    _ entries: [(x: Double, weight: Double)], _ first: inout Part, _ second: inout Part, fitsSecond: Bool
  ) {
    let total = entries.reduce(0) { $0 + $1.weight }
    for _ in 0..<rounds {
      var (one, other) = (Moments(), Moments())
      for entry in entries {
        let (left, right) = (first.weight(entry.x), second.weight(entry.x))
        let part = (left + 1e-300) / (left + right + 2e-300)
        one.add(entry.x, entry.weight * part)
        other.add(entry.x, entry.weight * (1 - part))
      }
      if let law = one.law(of: total) {
        first = Part(share: fitsSecond ? law.share : first.share, centre: law.centre, spread: law.spread)
      }
      if fitsSecond, let law = other.law(of: total) { second = law }
    }
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
