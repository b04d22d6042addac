/// The pauses of a writer, by what they lie before, fitted all together.
struct PauseEstimates {
  let laws: [PauseLaw]
  private let pool: UserPool

  init(_ pool: UserPool, laws: [PauseLaw]) {
    self.pool = pool
    self.laws = laws
  }

  /// Sets what the users' pauses show; the workload is the one whose hand was fitted.
  ///
  /// How laws mix depends a little on how often the writer thinks, so both are found twice.
  func estimate(_ parameters: inout FittedParameters, hand: Workload) throws(FitError) {
    let strokes = min(PauseMixing.strokesMax, max(Self.strokesMin, pool.strokeCount))
    let mixing = try PauseMixing(of: hand, laws: laws, strokes: strokes)
    guard let first = mixture(mixing),
      let mixture = mixture(mixing.adjusted(to: first.thoughtShare, laws: laws))
    else {
      return parameters.note(unmeasured: "pauses, because there are too few of them")
    }
    for (index, law) in laws.enumerated() {
      let pauses = mixture.pauses(of: index)
      guard let path = law.path, pauses.weight >= Self.pausesMin else { continue }
      let fitted = Distribution.fitted(to: pauses, count: Int(pauses.weight))
      parameters.set(path, fitted?.scaled(by: scale(law)))
    }
    if parameters["pauses.lineBreakSeconds"] != nil {
      // The table of pauses before new lines has the long ones in it.
      parameters.set("pauses.longLineBreakShare", 0)
    }
    estimateThought(mixture, &parameters)
  }

  private static let strokesMin = 1_500
  /// A class of fewer pauses keeps the default law.
  private static let pausesMin = 12.0

  private func mixture(_ mixing: PauseMixing) -> PauseMixture? {
    var held: [Int: PauseMixture.Part] = [:]
    let groups = laws.enumerated().map { index, law in
      let pauses = law.pauses(of: pool.whole)
      // The pauses of tool changes are seen by themselves, and have no thought in them.
      if law.path == nil { held[index] = Self.law(of: pauses) }
      return PauseMixture.Group(
        pauses: law.path == nil ? LogHistogram() : pauses, shares: mixing.shares[index],
        showsThought: law.path != nil && !law.hasLongPauses)
    }
    return PauseMixture(groups, held: held)
  }

  private static func law(of pauses: LogHistogram) -> PauseMixture.Part {
    let (low, middle, high) = (pauses.quantile(0.16), pauses.median, pauses.quantile(0.84))
    guard let low, let middle, let high, low > 0, high > low else {
      return PauseMixture.Part(centre: Elementary.log(max(pauses.median ?? 1, 0.02)), spread: 0.5)
    }
    return PauseMixture.Part(centre: Elementary.log(middle), spread: Elementary.log(high / low) / 2)
  }

  private func estimateThought(_ mixture: PauseMixture, _ parameters: inout FittedParameters) {
    let breaks = pool.whole[.breakSeconds]
    let pauses = laws.reduce(breaks.count) { $0 + ($1.path == nil ? 0 : $1.pauses(of: pool.whole).count) }
    let observed = Double(breaks.count) / Double(max(1, pauses))
    let share = max(0, observed - mixture.thoughtShare * mixture.shareBeyondBound)
    parameters.set("pauses.thinkShare", mixture.thoughtShare)
    parameters.set(
      "pauses.thinkSeconds",
      .lognormal(
        median: Distribution.roundedToFour(Elementary.exp(mixture.thought.centre)),
        sigma: Distribution.roundedToFour(min(4, mixture.thought.spread))))
    parameters.set("pauses.breakShare", share)
    parameters.set(
      "pauses.breakSeconds",
      Distribution.fitted(to: WeightedHistogram(breaks), count: breaks.count, mean: breaks.mean))
    // Stays in the background are counted as such, so breaks are those with the app in view.
    parameters.set("app.backgroundShareOfBreaks", 0)
    let error = Self.thoughtErrorFactor / max(1, mixture.thoughtCount).squareRoot()
    if error > WorkloadFit.samplingErrorMax {
      parameters.note(
        uncertain: "pauses.thinkShare and thinkSeconds", error: error,
        because: "\(Int(mixture.thoughtCount.rounded())) pauses for thought were seen")
    }
  }

  /// Thought overlaps with rhythm, so its share is less certain than that of something counted.
  private static let thoughtErrorFactor = 1.5

  /// By how much the pauses of all users together are scaled to become the median user's.
  private func scale(_ law: PauseLaw) -> Double {
    guard pool.users.count > 1, let all = law.pauses(of: pool.whole).median, all > 0 else { return 1 }
    return (pool.value(isAmount: false) { law.pauses(of: $0).median } ?? all) / all
  }
}
