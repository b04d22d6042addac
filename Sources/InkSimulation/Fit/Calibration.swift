internal import InkModel

/// Corrects parameters that can't be read off directly, by simulating and measuring in the same way.
///
/// Method. A parameter such as the height of letters is not what is measured, the height of strokes, but the
/// one moves the other. So the workload is simulated, its summary taken, and each parameter multiplied by
/// what was wanted over what came out. From the second round on the step is the secant's: a parameter that
/// moved its statistic less than in proportion is moved more, and one that did not move it at all is put back
/// and left alone. The seed is that of a middling writer and the same in all rounds, so that nothing but the
/// parameters changes the result. First each style of writing is tried; the one whose strokes come nearest in
/// length, width, height, samples and the spread of these is kept.
struct Calibration {
  let pool: UserPool
  private(set) var parameters: FittedParameters
  private var secants: [String: Secant] = [:]
  /// Told before each simulation how many there are.
  let onRound: (_ roundCount: Int) -> Void

  init(_ estimates: DirectEstimates, onRound: @escaping (_ roundCount: Int) -> Void) {
    pool = estimates.pool
    parameters = estimates.parameters
    self.onRound = onRound
  }

  /// Simulations that `run` makes.
  var roundCount: Int {
    HandStyle.allCases.count * (hasClock ? 1 : 2) * Self.styleRounds + Self.finalRounds + 1
  }
  private static let styleRounds = 6
  private static let finalRounds = 6

  mutating func run() throws(FitError) {
    let style = try chooseStyle()
    secants = [:]
    var best: (distance: Double, parameters: FittedParameters)?
    for _ in 0..<Self.finalRounds {
      let found = try simulate(strokes: finalStrokes)
      let (distance, worst) = HandKnob.distance(pool, found)
      // Where statistics pull a parameter different ways, the last round need not be the best.
      if distance < best?.distance ?? .infinity { best = (distance, parameters) }
      guard worst > Self.errorSmall else { break }
      correct(by: found)
    }
    if let best { parameters = best.parameters }
    try estimatePauses(style)
  }

  private mutating func estimatePauses(_ style: HandStyle) throws(FitError) {
    guard pool.whole[.sessionsWithPauses] > 0 else {
      return parameters.note(unmeasured: "pauses, because the recordings have no times of their own")
    }
    let laws = PauseLaw.all(of: style)
    onRound(roundCount)
    try PauseEstimates(pool, laws: laws).estimate(&parameters, hand: try workload())
  }

  // MARK: - Rounds

  private var hasClock: Bool { pool.whole[.sessionsWithTimes] > 0 }

  private mutating func correct(by found: InkSummary) {
    for knob in HandKnob.all(areCountsGiven: parameters["hand.pointsPerStroke"] != nil) {
      guard let error = knob.error(pool, found), parameters[knob.path] != nil else { continue }
      let step = secants[knob.path, default: Secant()].step(error)
      parameters.scale(knob.path, by: Elementary.exp(step))
    }
  }

  // MARK: - Style

  /// Tries each style and keeps the one that comes nearest.
  private mutating func chooseStyle() throws(FitError) -> HandStyle {
    guard pool.value(.strokeHeight) ?? 0 > 0 else {
      parameters.note(unmeasured: "the hand, because no stroke has an extent")
      return .cursive
    }
    if parameters["hand.subStrokeMilliseconds"] == nil { parameters.set("hand.subStrokeMilliseconds", 86) }
    var best: (distance: Double, style: HandStyle, parameters: FittedParameters)?
    for style in HandStyle.allCases {
      for isCounted in hasClock ? [false] : [false, true] {
        var trial = self
        let distance = try trial.fit(style, givingCounts: isCounted)
        if distance < best?.distance ?? .infinity { best = (distance, style, trial.parameters) }
      }
    }
    guard let best else { return .cursive }
    parameters = best.parameters
    if !hasClock { noteClock() }
    return best.style
  }

  /// Fits the hand in one style, and returns how far it stays from what is wanted.
  ///
  /// Strokes are given their numbers of samples, or get them from their tempo.
  private mutating func fit(_ style: HandStyle, givingCounts: Bool) throws(FitError) -> Double {
    parameters.set("hand.style", word: style.rawValue)
    // A sketch is as large as its page; its letters keep the usual height.
    parameters.set(
      "hand.xHeightMillimetres", style == .sketch ? 2.3 : pool.value(.strokeHeight).map { $0 * 0.7 })
    if let width = pool.value(.strokeWidth), let height = pool.value(.strokeHeight), height > 0 {
      parameters.set("hand.letterAspect", width / height)
    }
    var found = try simulate(strokes: Self.styleStrokes)
    if !hasClock { chooseRate(found) }
    if givingCounts { giveCounts() }
    var best = (distance: Double.infinity, parameters: parameters)
    for round in 1..<Self.styleRounds {
      if round > 1 || hasClock { correct(by: found) }
      // All that is left then is chance and the shape of the style.
      if round > 1, HandKnob.distance(pool, found).worst < Self.errorSmallInStyle { break }
      found = try simulate(strokes: Self.styleStrokes)
      let distance = distance(of: found)
      if distance < best.distance { best = (distance, parameters) }
    }
    parameters = best.parameters
    return best.distance
  }

  private mutating func noteClock() {
    let remedy =
      parameters["hand.pointsPerStroke"] != nil
      ? "strokes are given the recorded numbers of samples instead"
      : "its rate and the duration of sub-strokes were chosen so that strokes have as many as recorded"
    parameters.note(
      unmeasured: "the tablet's clock, because samples have no times of their own; " + remedy)
  }

  /// Picks the tablet whose rate gives about as many samples as recorded without hurrying the hand.
  private mutating func chooseRate(_ found: InkSummary) {
    guard let error = HandKnob.error(of: .pointsPerStroke, pool, found) else { return }
    let wanted = Elementary.exp(error) * Double(SampleRate.choices.last ?? 240)
    let rate = SampleRate.choices.min {
      abs(Elementary.log(Double($0) / wanted)) < abs(Elementary.log(Double($1) / wanted))
    }
    parameters.set("hand.sampleRateHertz", rate.map { Double($0) })
  }

  private mutating func giveCounts() {
    parameters.set(
      "hand.pointsPerStroke", pool.law(.pointsPerStroke, isAmount: true, tableFrom: Self.countsForTable))
  }

  /// A law's tail would be longer than that of so few strokes, and their mean with it.
  private static let countsForTable = 12

  /// How far strokes are from those recorded: in size, in samples, and in the spread of both.
  private func distance(of found: InkSummary) -> Double {
    let shapes: [Measure] = [
      .strokeMillimetres, .strokeWidthMillimetres, .strokeHeightMillimetres, .pointsPerStroke,
      .subStrokesPerStroke,
    ]
    // Without a clock, numbers of samples may be given, and then every size can be met.
    var sum = hasClock ? 0 : HandKnob.excess(pool, found)
    for measure in shapes {
      let recorded = pool.values(measure, isAmount: measure == .pointsPerStroke)
      for share in [0.25, 0.5, 0.75] {
        guard let wanted = recorded.quantile(share), let got = found[measure].quantile(share),
          wanted > 0, got > 0
        else { continue }
        sum += abs(Elementary.log(wanted / got))
      }
    }
    return sum
  }

  // MARK: - Simulation

  /// The summary of a session of the parameters as they are.
  private func simulate(strokes: Int) throws(FitError) -> InkSummary {
    onRound(roundCount)
    var workload = try workload()
    workload.document.basePages = basePageCount
    return try Simulation.summary(of: workload, strokes: strokes...strokes)
  }

  private func workload() throws(FitError) -> Workload {
    do throws(WorkloadError) {
      return try parameters.workload(name: "trial", seed: MiddlingWriter.seed)
    } catch {
      throw FitError(error.description)
    }
  }

  /// Base pages that are simulated: none of a notebook, whose strokes count all alike, and few large ones.
  private var basePageCount: Int {
    guard pool.whole[.sessionsAtWork] > 0, let wanted = pool.value(.basePages) else { return 0 }
    let size = max(1, pool.value(.strokesPerPage) ?? 1)
    return max(0, min(Int(wanted), Self.basePagesMax, Int(Self.baseStrokesMax / size)))
  }

  /// Enough to tell styles apart.
  private static let styleStrokes = 300
  /// Enough for medians within two or three per cent, or as well as the recordings tell them.
  private var finalStrokes: Int { max(1_000, min(2_000, pool.strokeCount)) }
  private static let basePagesMax = 3
  private static let baseStrokesMax = 600.0
  /// Differences that are hardly more than chance, in logarithms.
  private static let errorSmall = 0.025
  private static let errorSmallInStyle = 0.06
}
