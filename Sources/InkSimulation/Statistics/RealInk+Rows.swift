/// The documented values; each names the sets that it was measured on.
extension RealInk {
  static let strokeRows = [
    Row("samples per stroke at 240 Hz, median", "samples", 70...84, "IAM-OnDB, DigiLeTs") {
      $0.at240Hertz($0[.pointsPerStroke].median)
    },
    Row("samples per stroke at 240 Hz, mean", "samples", 81...102, "IAM-OnDB, DigiLeTs") {
      $0.at240Hertz($0[.pointsPerStroke].mean)
    },
    Row(.strokeSeconds, 0.27...0.35, "IAM-OnDB, DigiLeTs, UIM"),
    Row(.strokeMillimetres, 7.3...8.7, "UIM, Rnote notes"),
    Row(.strokeWidthMillimetres, 2.9...3.1, "UIM, Rnote notes"),
    Row(.strokeHeightMillimetres, 3.2...3.2, "UIM, Rnote notes"),
  ]

  static let joinedStrokeRows = [
    Row("samples per stroke at 240 Hz, mean", "samples", 162...162, "recordings of joined-up writing") {
      $0.at240Hertz($0[.pointsPerStroke].mean)
    },
    Row("stroke duration, mean", "s", 0.675...0.675, "recordings of joined-up writing") {
      $0[.strokeSeconds].mean
    },
    Row(.strokeHeightMillimetres, 3.2...3.2, "UIM, Rnote notes"),
  ]

  static let movementRows = [
    Row(.meanSpeed, 26...39, "UIM, DigiLeTs"),
    Row(.subStrokeMilliseconds, 80...85, "DigiLeTs, IAM-OnDB"),
    Row(.subStrokeMillimetres, 2.3...2.3, "DigiLeTs, letters larger than in notes"),
    Row(.speedPeaksPerSecond, 10.4...11.3, "UIM, IAM-OnDB, DigiLeTs"),
    Row(.speedVariation, 0.51...0.64, "IAM-OnDB, DigiLeTs"),
    Row(.minimumToPeakSpeed, 0.3...0.3, "DigiLeTs"),
    Row(.turnDegrees, 20...37, "IAM-OnDB, DigiLeTs"),
    Row(.directionChangeDegrees, 46...107, "DigiLeTs, IAM-OnDB"),
    Row(.powerLawBeta, 0.25...0.25, "IAM-OnDB"),
  ]

  static let pressureRows =
    [
      Row(.pressurePlateau, 0.27...0.84, "Rnote notes, reMarkable pages; it depends on the device"),
      Row(.pressureStart, 0.1...0.5, "sets with pressure"),
      Row(.pressureEnd, 0.2...0.66, "sets with pressure"),
      Row(.pressureRiseSeconds, 0.06...0.24, "sets with pressure and times"),
      Row(.pressureVariation, 0.07...0.13, "sets with pressure"),
    ] + profileRows

  /// Mean pressure at each tenth of a stroke over the stroke's mean.
  private static let profile = [0.13, 0.53, 0.96, 1.12, 1.21, 1.25, 1.28, 1.31, 1.26, 1.02, 0.32]

  private static let profileRows = profile.enumerated().map { place, value in
    Row("pressure at \(place * 10) % of the stroke, to its mean", "", value...value, "Rnote lecture notes") {
      place < $0.pressureProfile.count ? $0.pressureProfile[place] : nil
    }
  }

  static let stepRows = [
    Row("step along an axis, median", "0.1 pt", 2...3, "Rnote lecture notes") {
      $0.axisSteps.magnitudeQuantile(0.5).map { Double($0) }
    },
    Row("steps along an axis that are zero", "share", 0.14...0.15, "Rnote lecture notes") {
      $0.axisSteps.share(of: 0)
    },
    Row("second difference, median", "0.1 pt", 1...1, "Rnote lecture notes") {
      $0.secondDifferences.magnitudeQuantile(0.5).map { Double($0) }
    },
    Row("second difference, 95 %", "0.1 pt", 2...2, "Rnote lecture notes") {
      $0.secondDifferences.magnitudeQuantile(0.95).map { Double($0) }
    },
    Row("step of pressure, median", "thousandths", 1...2, "Rnote lecture notes") {
      $0.pressureSteps.quantile(0.5).map { Double($0) }
    },
    Row("steps of pressure, middle half", "thousandths", 4...15, "Rnote lecture notes") {
      guard let low = $0.pressureSteps.quantile(0.25), let high = $0.pressureSteps.quantile(0.75) else {
        return nil
      }
      return Double(high - low)
    },
    Row("steps of pressure that are zero", "share", 0.12...0.42, "Rnote lecture notes") {
      $0.pressureSteps.share(of: 0)
    },
  ]

  /// Pauses of people who compose what they write, rather than copy it.
  package static let pauseRows = [
    Row("pauses over 2 s", "share", 0.1...0.13, "five UIM pages") { $0[.gapSeconds].share(above: 2) },
    Row("pauses over 10 s", "share", 0.034...0.053, "five UIM pages") { $0[.gapSeconds].share(above: 10) },
    Row("pauses over 60 s", "share", 0...0.021, "five UIM pages") { $0[.gapSeconds].share(above: 60) },
    Row("pause between strokes, median", "s", 0.13...0.18, "UIM pages, IAM-OnDB") {
      $0[.gapSeconds].median
    },
  ]
}
