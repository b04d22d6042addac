/// A quantity that ink has many values of, with its unit.
package enum InkQuantity: Int, CaseIterable, Sendable {
  case pointsPerStroke, strokeSeconds, strokeMillimetres, strokeWidthMillimetres, strokeHeightMillimetres
  case meanSpeed
  case subStrokeMilliseconds, subStrokeMillimetres, subStrokesPerStroke
  case speedPeaksPerSecond, speedVariation, minimumToPeakSpeed
  case turnDegrees, directionChangeDegrees, powerLawBeta
  case pressurePlateau, pressureStart, pressureEnd, pressureRiseSeconds, pressureVariation
  /// From pen-up to the next pen-down.
  case gapSeconds

  /// The quantity in words.
  package var name: String {
    switch self {
    case .pointsPerStroke: "samples per stroke"
    case .strokeSeconds: "stroke duration"
    case .strokeMillimetres: "stroke length"
    case .strokeWidthMillimetres: "stroke width"
    case .strokeHeightMillimetres: "stroke height"
    case .meanSpeed: "mean speed"
    case .subStrokeMilliseconds: "sub-stroke duration"
    case .subStrokeMillimetres: "sub-stroke length"
    case .subStrokesPerStroke: "sub-strokes per stroke"
    case .speedPeaksPerSecond: "speed peaks per second"
    case .speedVariation: "speed variation"
    case .minimumToPeakSpeed: "lowest to highest speed"
    case .turnDegrees: "turn within a sub-stroke"
    case .directionChangeDegrees: "turn between sub-strokes"
    case .powerLawBeta: "speed-curvature exponent"
    case .pressurePlateau: "pressure plateau"
    case .pressureStart: "first pressure to plateau"
    case .pressureEnd: "last pressure to plateau"
    case .pressureRiseSeconds: "pressure rise to 80 %"
    case .pressureVariation: "pressure variation"
    case .gapSeconds: "pause between strokes"
    }
  }

  /// Its unit; empty for a ratio.
  package var unit: String {
    switch self {
    case .pointsPerStroke: "samples"
    case .strokeSeconds, .pressureRiseSeconds, .gapSeconds: "s"
    case .strokeMillimetres, .strokeWidthMillimetres, .strokeHeightMillimetres, .subStrokeMillimetres: "mm"
    case .meanSpeed: "mm/s"
    case .subStrokeMilliseconds: "ms"
    case .speedPeaksPerSecond: "1/s"
    case .turnDegrees, .directionChangeDegrees: "°"
    default: ""
    }
  }
}
