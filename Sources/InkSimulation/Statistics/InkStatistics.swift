package import InkModel

/// Statistics of many strokes, simulated or real, in memory that does not grow with their number.
package struct InkStatistics: Sendable {
  package private(set) var strokeCount = 0
  package private(set) var pointCount = 0
  private var samples = [QuantileSample](repeating: QuantileSample(), count: InkQuantity.allCases.count)
  /// Pressure at 0, 10 … 100 % of a stroke over its mean, summed over strokes.
  private var profileSums = [Double](repeating: 0, count: 11)
  private var profileCount = 0

  /// The larger of a sample's two coordinate steps, in tenths of a point.
  package private(set) var placeSteps = StepCounts()
  /// Steps along either axis by themselves, in tenths of a point.
  package private(set) var axisSteps = StepCounts()
  /// Changes of those from sample to sample.
  package private(set) var secondDifferences = StepCounts()
  /// In thousandths.
  package private(set) var pressureSteps = StepCounts()
  /// From sample to sample, in milliseconds.
  package private(set) var intervalMilliseconds = StepCounts()

  package init() {}

  /// All values of a quantity.
  package subscript(quantity: InkQuantity) -> QuantileSample { samples[quantity.rawValue] }

  /// Mean pressure at 0, 10 … 100 % of a stroke over the stroke's mean; empty without pressure.
  package var pressureProfile: [Double] {
    profileCount > 0 ? profileSums.map { $0 / Double(profileCount) } : []
  }

  /// The share of samples that are where the one before was; nil if there are none.
  package var restingShare: Double? { placeSteps.share(of: 0) }

  /// Adds a stroke of an arena.
  ///
  /// Say whether its source recorded times and pressure: what was made up on import describes nobody's hand.
  package mutating func add(_ stroke: Stroke, in arena: borrowing InkArena, hasTimes: Bool, hasPressure: Bool)
  {
    add(arena.points(of: stroke), hasTimes: hasTimes, hasPressure: hasPressure)
  }

  /// Adds a stroke by its samples.
  ///
  /// Without its path, only the box and the number of samples are the writer's.
  package mutating func add(
    _ points: Span<SamplePoint>, hasTimes: Bool, hasPressure: Bool, hasPath: Bool = true
  ) {
    guard let stroke = StrokeMeasures(points, hasTimes: hasTimes, hasPressure: hasPressure) else { return }
    strokeCount += 1
    pointCount += stroke.pointCount
    addSteps(points, hasTimes: hasTimes, hasPressure: hasPressure)
    add(Double(stroke.pointCount), to: .pointsPerStroke)
    if hasPath { add(stroke.lengthMillimetres, to: .strokeMillimetres) }
    add(stroke.widthMillimetres, to: .strokeWidthMillimetres)
    add(stroke.heightMillimetres, to: .strokeHeightMillimetres)
    if let duration = stroke.durationMilliseconds { add(duration / 1_000, to: .strokeSeconds) }
    if let speed = stroke.meanSpeed { add(speed, to: .meanSpeed) }
    if let kinematics = stroke.kinematics { add(kinematics) }
    if let pressure = stroke.pressure { add(pressure) }
  }

  /// Adds the pause between a pen-up and the next pen-down.
  package mutating func addGap(seconds: Double) { add(seconds, to: .gapSeconds) }

  private mutating func add(_ value: Double, to quantity: InkQuantity) {
    samples[quantity.rawValue].add(value)
  }

  private mutating func add(_ kinematics: Kinematics) {
    samples[InkQuantity.subStrokeMilliseconds.rawValue].add(contentsOf: kinematics.subStrokeMilliseconds)
    samples[InkQuantity.subStrokeMillimetres.rawValue].add(contentsOf: kinematics.subStrokeMillimetres)
    samples[InkQuantity.minimumToPeakSpeed.rawValue].add(contentsOf: kinematics.minimumToPeakSpeed)
    samples[InkQuantity.turnDegrees.rawValue].add(contentsOf: kinematics.turnDegrees)
    samples[InkQuantity.directionChangeDegrees.rawValue].add(contentsOf: kinematics.directionChangeDegrees)
    add(Double(kinematics.subStrokeMilliseconds.count), to: .subStrokesPerStroke)
    add(kinematics.speedPeaksPerSecond, to: .speedPeaksPerSecond)
    add(kinematics.speedVariation, to: .speedVariation)
    if let beta = kinematics.powerLawBeta { add(beta, to: .powerLawBeta) }
  }

  private mutating func add(_ pressure: PressureMeasures) {
    add(pressure.plateau, to: .pressurePlateau)
    add(pressure.startToPlateau, to: .pressureStart)
    add(pressure.endToPlateau, to: .pressureEnd)
    add(pressure.plateauVariation, to: .pressureVariation)
    if let rise = pressure.riseSeconds { add(rise, to: .pressureRiseSeconds) }
    for (index, value) in pressure.profile.enumerated() { profileSums[index] += value }
    profileCount += 1
  }

  private mutating func addSteps(_ points: Span<SamplePoint>, hasTimes: Bool, hasPressure: Bool) {
    var (lastX, lastY) = (0, 0)
    for index in 1..<max(1, points.count) {
      let (before, point) = (points[index - 1], points[index])
      let (dx, dy) = (Int(point.x) - Int(before.x), Int(point.y) - Int(before.y))
      placeSteps.add(max(abs(dx), abs(dy)))
      axisSteps.add(dx)
      axisSteps.add(dy)
      if index > 1 {
        secondDifferences.add(dx - lastX)
        secondDifferences.add(dy - lastY)
      }
      (lastX, lastY) = (dx, dy)
      if hasPressure { pressureSteps.add(Int(point.pressure) - Int(before.pressure)) }
      if hasTimes { intervalMilliseconds.add(max(0, Int(point.t) - Int(before.t))) }
    }
  }
}
