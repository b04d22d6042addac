import Foundation
import InkModel
import InkSimulation
import Testing

/// Measures of strokes whose movement is known by construction.
@Suite("Measures of strokes") struct StrokeMeasuresTests {
  /// Samples at 240 Hz of a path in millimetres over seconds.
  static func stroke(
    seconds: Double, pressure: (Double) -> Int = { _ in 500 }, _ path: (Double) -> (Double, Double)
  ) -> [SamplePoint] {
    (0...Int(seconds * 240)).map { index in
      let time = Double(index) / 240
      let (x, y) = path(time)
      let unit = 720 / 25.4
      return SamplePoint(
        x: Int32((x * unit).rounded()), y: Int32((y * unit).rounded()), t: UInt32((time * 1_000).rounded()),
        pressure: UInt16(pressure(time / seconds)), radius: 10)
    }
  }

  /// The measures of samples; spans can't be passed through `#require`.
  static func measures(
    _ points: [SamplePoint], hasTimes: Bool = true, hasPressure: Bool = true
  ) -> StrokeMeasures? {
    StrokeMeasures(points.span, hasTimes: hasTimes, hasPressure: hasPressure)
  }

  /// The minimum-jerk way from 0 to 1.
  static func ease(_ u: Double) -> Double {
    let u = max(0, min(1, u))
    return u * u * u * (10 - 15 * u + 6 * u * u)
  }

  @Test("Two movements with a stop between them are two sub-strokes of their durations and lengths")
  func twoMovements() throws {
    let points = Self.stroke(seconds: 0.4) { time in
      (10 * Self.ease(time / 0.2), 5 * Self.ease((time - 0.2) / 0.2))
    }
    let measures = try #require(Self.measures(points))
    let kinematics = try #require(measures.kinematics)
    #expect(kinematics.subStrokeMilliseconds.count == 2)
    #expect(kinematics.subStrokeMilliseconds.allSatisfy { abs($0 - 190) < 20 })
    #expect(abs(kinematics.subStrokeMillimetres[0] - 10) < 0.5)
    #expect(abs(kinematics.subStrokeMillimetres[1] - 5) < 0.5)
    #expect(abs(kinematics.speedPeaksPerSecond - 5) < 0.1)
    #expect(kinematics.minimumToPeakSpeed.count == 1 && kinematics.minimumToPeakSpeed[0] < 0.2)
    #expect(abs(kinematics.directionChangeDegrees[0] - 90) < 3)
    #expect(kinematics.turnDegrees.allSatisfy { $0 < 10 })
    #expect(abs(measures.lengthMillimetres - 15) < 0.1)
    #expect(abs(measures.widthMillimetres - 10) < 0.1 && abs(measures.heightMillimetres - 5) < 0.1)
    #expect(abs((measures.meanSpeed ?? 0) - 37.5) < 0.5)
    #expect(measures.durationMilliseconds == 400)
  }

  @Test("An ellipse drawn by two harmonic movements obeys the power law with exponent one third")
  func powerLaw() throws {
    let points = Self.stroke(seconds: 1) { time in
      (8 * cos(time * 2 * .pi), 3 * sin(time * 2 * .pi))
    }
    let kinematics = try #require(
      Self.measures(points, hasPressure: false)?.kinematics)
    #expect(abs((kinematics.powerLawBeta ?? 0) - 1.0 / 3) < 0.02)
  }

  @Test("A steady pen has no speed variation; a movement from rest to rest has that of minimum jerk")
  func speedVariation() throws {
    let steady = Self.stroke(seconds: 0.5) { time in (40 * time, 0) }
    let single = Self.stroke(seconds: 0.5) { time in (20 * Self.ease(time / 0.5), 0) }
    let measure = { (points: [SamplePoint]) in
      try #require(Self.measures(points, hasPressure: false)?.kinematics)
    }
    #expect(try measure(steady).speedVariation < 0.03)
    // The mean of the square of 30u²(1 − u)² is 10/7, so the variation is √(3/7).
    #expect(abs(try measure(single).speedVariation - (3.0 / 7).squareRoot()) < 0.03)
    #expect(try measure(single).speedPeaksPerSecond == 2)
  }

  @Test("Pressure is measured at its rise, plateau and fall")
  func pressure() throws {
    let points = Self.stroke(
      seconds: 1, pressure: { $0 < 0.2 ? Int(100 + 2_000 * $0) : $0 > 0.99 ? 250 : 500 }
    ) {
      time in (20 * time, 0)
    }
    let pressure = try #require(Self.measures(points)?.pressure)
    #expect(pressure.plateau == 0.5)
    #expect(pressure.startToPlateau == 0.2 && pressure.endToPlateau == 0.5)
    #expect(abs((pressure.riseSeconds ?? 0) - 0.15) < 0.01)
    #expect(pressure.plateauVariation == 0)
    #expect(pressure.profile.count == 11 && pressure.profile[5] == pressure.profile[7])
  }

  @Test("What a source did not record is not measured")
  func missingParts() throws {
    let points = Self.stroke(seconds: 0.4) { time in (20 * time, 0) }
    let measures = try #require(Self.measures(points, hasTimes: false, hasPressure: false))
    #expect(measures.durationMilliseconds == nil && measures.meanSpeed == nil)
    #expect(measures.kinematics == nil && measures.pressure == nil)
    #expect(Self.measures([]) == nil)
  }

  @Test("Odd strokes are measured without harm", arguments: 0..<40)
  func oddStrokes(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let edges: [Int32] = [Int32.min, -1, 0, 1, Int32.max]
    let points = (0..<(1 + random.below(300))).map { _ in
      SamplePoint(
        x: edges[random.below(5)], y: edges[random.below(5)],
        t: seed % 2 == 0 ? UInt32(random.below(2_000)) : UInt32.max - UInt32(random.below(3)),
        pressure: UInt16(random.below(65_536)), radius: 0)
    }
    var ink = InkStatistics()
    ink.add(points.span, hasTimes: true, hasPressure: true)
    #expect(ink.pointCount == points.count)
    for quantity in InkQuantity.allCases {
      #expect(ink[quantity].quantiles([0, 0.5, 1]).allSatisfy { $0.isFinite })
    }
  }
}
