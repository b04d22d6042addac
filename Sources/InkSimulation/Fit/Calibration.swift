internal import InkModel

/// Corrects parameters that can't be read off directly, by simulating and measuring in the same way.
///
/// Method. A parameter such as the height of letters is not what is measured, the height of strokes, but the
/// one moves the other. So the workload is simulated, its summary taken, and each parameter multiplied by what
/// was wanted over what came out; a few rounds suffice, as every relation is close to proportional. The seed is
/// that of a middling writer and the same in all rounds, so that nothing but the parameters changes the result.
/// First each style of writing is tried; the one whose strokes come nearest in length, width, height, samples
/// and the spread of these is kept.
struct Calibration {
  let pool: UserPool
  private(set) var parameters: FittedParameters
  /// Told before each simulation.
  let onRound: () -> Void

  init(_ estimates: DirectEstimates, onRound: @escaping () -> Void) {
    pool = estimates.pool
    parameters = estimates.parameters
    self.onRound = onRound
  }

  /// Simulations that `run` makes.
  static let roundCount = HandStyle.allCases.count * styleRounds + finalRounds
  private static let styleRounds = 3
  private static let finalRounds = 3

  mutating func run() throws(FitError) {
    let pauses = PauseEstimates(pool, style: try chooseStyle())
    pauses.estimate(&parameters)
    for _ in 0..<Self.finalRounds {
      let found = try simulate()
      correct(with: found, knobs: Self.handKnobs)
      for group in pauses.classes {
        if let factor = pauses.correction(of: group, found) { parameters.scale(group.path, by: bounded(factor)) }
      }
    }
  }

  /// No round changes a parameter by more than a factor of four.
  private func bounded(_ factor: Double) -> Double { max(0.25, min(4, factor)) }

  // MARK: - Rounds

  /// A parameter and how far the simulation is from what is wanted, as a factor; nil if that can't be told.
  private struct Knob: Sendable {
    var path: String
    var correction: @Sendable (UserPool, InkSummary) -> Double?
  }

  private static let handKnobs = [
    Knob(path: "hand.xHeightMillimetres") {
      mean(of: [.strokeLength, .strokeWidth, .strokeHeight], $0, $1)
    },
    Knob(path: "hand.subStrokeMilliseconds") { mean(of: [.pointsPerStroke, .meanPointsPerStroke], $0, $1) },
    Knob(path: "hand.pressure") { mean(of: [.pressure], $0, $1) },
    Knob(path: "hand.pressureNoise") { mean(of: [.pressureVariation], $0, $1) },
  ]

  private mutating func correct(with found: InkSummary, knobs: [Knob]) {
    for knob in knobs {
      guard let correction = knob.correction(pool, found), parameters[knob.path] != nil else { continue }
      parameters.scale(knob.path, by: bounded(correction))
    }
  }

  /// The geometric mean of what is wanted over what was found; nil without any of both.
  private static func mean(
    of statistics: [SummaryStatistic], _ pool: UserPool, _ found: InkSummary
  ) -> Double? {
    let logs = statistics.compactMap { logarithm(of: $0, pool, found) }
    return logs.isEmpty ? nil : Elementary.exp(logs.reduce(0, +) / Double(logs.count))
  }

  private static func logarithm(
    of statistic: SummaryStatistic, _ pool: UserPool, _ found: InkSummary
  ) -> Double? {
    guard let wanted = pool.value(statistic), let got = statistic.value(found), wanted > 0, got > 0 else {
      return nil
    }
    return Elementary.log(wanted / got)
  }

  // MARK: - Style

  /// Tries each style and keeps the one that comes nearest.
  private mutating func chooseStyle() throws(FitError) -> HandStyle {
    guard pool.value(.strokeHeight) ?? 0 > 0 else {
      parameters.note(unmeasured: "the hand, because no stroke has an extent")
      return .cursive
    }
    parameters.set("hand.xHeightMillimetres", pool.value(.strokeHeight).map { $0 * 0.8 })
    let hasClock = parameters["hand.sampleRateHertz"] != nil
    if parameters["hand.subStrokeMilliseconds"] == nil { parameters.set("hand.subStrokeMilliseconds", 89) }
    var best: (distance: Double, style: HandStyle, parameters: FittedParameters)?
    for style in HandStyle.allCases {
      var trial = self
      trial.parameters.set("hand.style", word: style.rawValue)
      var found = InkSummary()
      for round in 0..<Self.styleRounds {
        found = try trial.simulate()
        if round == 0, !hasClock { trial.chooseRate(found) }
        if round < Self.styleRounds - 1 { trial.correct(with: found, knobs: Self.handKnobs) }
      }
      let distance = trial.distance(of: found)
      if distance < best?.distance ?? .infinity { best = (distance, style, trial.parameters) }
    }
    guard let best else { return .cursive }
    parameters = best.parameters
    return best.style
  }

  /// Picks the tablet whose rate gives about as many samples as recorded without hurrying the hand.
  private mutating func chooseRate(_ found: InkSummary) {
    guard let factor = Self.mean(of: [.pointsPerStroke], pool, found) else { return }
    let wanted = factor * Double(SampleRate.choices.last ?? 240)
    let rate = SampleRate.choices.min { abs(Elementary.log(Double($0) / wanted)) < abs(Elementary.log(Double($1) / wanted)) }
    parameters.set("hand.sampleRateHertz", rate.map { Double($0) })
  }

  /// How far strokes are from those recorded: in size, in samples, and in the spread of both.
  private func distance(of found: InkSummary) -> Double {
    let shapes: [Measure] = [.strokeMillimetres, .strokeWidthMillimetres, .strokeHeightMillimetres, .pointsPerStroke]
    var sum = 0.0
    for measure in shapes {
      for share in [0.25, 0.5, 0.75] {
        guard let wanted = pool.whole[measure].quantile(share), let got = found[measure].quantile(share),
          wanted > 0, got > 0
        else { continue }
        sum += abs(Elementary.log(wanted / got))
      }
    }
    return sum
  }

  // MARK: - Simulation

  /// The summary of a session of the parameters as they are.
  private func simulate() throws(FitError) -> InkSummary {
    onRound()
    var workload: Workload
    do throws(WorkloadError) {
      workload = try parameters.workload(name: "trial", seed: MiddlingWriter.seed)
    } catch {
      throw FitError(error.description)
    }
    workload.document.basePages = min(workload.document.basePages, Self.basePagesMax)
    return try Simulation.summary(of: workload, strokes: Self.strokes)
  }

  /// Enough for medians within a few per cent.
  private static let strokes = 500...500
  private static let basePagesMax = 6
}
