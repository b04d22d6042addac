internal import InkModel

/// One writer with one pen and tablet: everything that stays the same over a document.
struct Hand: Sendable {
  let style: HandStyle
  /// Height of a small letter, in tenths of a point.
  let xHeight: Double
  /// By how much letters are wider than they are in the standard hand.
  let letterAspect: Double
  /// Natural logarithm of the median duration of a sub-stroke, in samples.
  let logSubStrokeSamples: Double
  let samplesPerSecond: Double
  let sampleRate: Int
  /// Pressure of the plateau, of full scale.
  let pressure: Double
  let pressureNoise: PressureNoise
  let tremor: Tremor.Law
  let defects: Defects
  /// How many samples each stroke has; nil lets them follow from what is written.
  let pointsPerStroke: Quantity?
  /// Nominal width of a line, in tenths of a point.
  let penWidth: UInt16

  /// The noise of pressure: an Ornstein–Uhlenbeck process stepped once a block of samples and linear between.
  ///
  /// Stepping it at each sample costs more and makes ink that compresses worse than real ink.
  struct PressureNoise: Sendable {
    private static let blockSeconds = 0.133
    private static let correlationSeconds = 0.15
    /// Samples in a block.
    let block: Int
    let deviation: Double
    /// What is left of a deviation after one block.
    let memory: Double
    /// The deviation that one block adds.
    let innovation: Double

    init(deviation: Double, samplesPerSecond: Double) {
      self.deviation = deviation
      block = max(1, Elementary.nearestInteger(Self.blockSeconds * samplesPerSecond))
      memory = Elementary.exp(-Double(block) / (Self.correlationSeconds * samplesPerSecond))
      innovation = deviation * (1 - memory * memory).squareRoot()
    }
  }

  /// What a tablet's clock does wrong.
  struct Defects: Sendable {
    let anyShare: Double
    /// Of the defects, those that are lost reports.
    let lostShare: Double

    init(lost: Double, repeated: Double) {
      anyShare = lost + repeated
      lostShare = anyShare > 0 ? lost / anyShare : 0
    }
  }

  /// The writer that a seed stands for.
  init(_ workload: Workload, seed: UInt64) {
    var random = SplitMix64(seed: seed, keys: StreamKey.writer)
    let hand = workload.hand
    style = hand.style
    xHeight =
      hand.xHeightMillimetres * Units.perMillimetre * random.lognormal(median: 1, sigma: hand.writerSpread)
    letterAspect = hand.letterAspect
    samplesPerSecond = Double(hand.sampleRateHertz)
    sampleRate = hand.sampleRateHertz
    logSubStrokeSamples =
      Elementary.log(hand.subStrokeMilliseconds / 1_000 * samplesPerSecond)
      + random.normal(mean: 0, deviation: Self.tempoSpread)
    pressure = hand.pressure
    pressureNoise = PressureNoise(deviation: hand.pressureNoise, samplesPerSecond: samplesPerSecond)
    tremor = Tremor.Law(samplesPerSecond: samplesPerSecond)
    pointsPerStroke = hand.pointsPerStroke
    defects = Defects(lost: hand.lostReportShare, repeated: hand.repeatedTimeShare)
    penWidth = UInt16(Elementary.nearestInteger(hand.penWidthPoints * 10))
  }

  /// Spread of the logarithm of sub-stroke duration between writers.
  private static let tempoSpread = 0.15
}

/// The unit of coordinates: a tenth of a point.
enum Units {
  static let perMillimetre = 720 / 25.4
}

/// First keys of the random streams, one for each job that must not disturb another.
enum StreamKey {
  static let writer: UInt64 = 1
  static let page: UInt64 = 2
  static let stroke: UInt64 = 3
  static let session: UInt64 = 4
  static let document: UInt64 = 5
  static let image: UInt64 = 6
}
