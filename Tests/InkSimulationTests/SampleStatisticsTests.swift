import InkModel
import InkSimulation
import Testing

@Suite("Quantiles and counts") struct SampleStatisticsTests {
  @Test("Quantiles of few values are exact and interpolate")
  func exactQuantiles() {
    var sample = QuantileSample()
    sample.add(contentsOf: [4, 1, 3, 2, .nan, .infinity])
    #expect(sample.count == 4 && sample.mean == 2.5 && sample.median == 2.5)
    #expect(sample.quantiles([0, 1, 0.25]) == [1, 4, 1.75])
    #expect(sample.share(above: 2) == 0.5)
    #expect(QuantileSample().median == nil && QuantileSample().share(above: 0) == nil)
  }

  @Test("Beyond the capacity all values still have the same weight, and the choice repeats")
  func reservoir() throws {
    var samples = [QuantileSample(), QuantileSample()]
    for index in 0..<150_000 {
      for place in samples.indices { samples[place].add(Double(index)) }
    }
    #expect(samples[0].quantiles([0.1, 0.9]) == samples[1].quantiles([0.1, 0.9]))
    for share in [0.1, 0.5, 0.9] {
      #expect(abs(samples[0].quantiles([share])[0] / 150_000 - share) < 0.01)
    }
    #expect(samples[0].count == 150_000)
  }

  @Test("Steps are counted with their signs, and by magnitude")
  func steps() {
    var steps = StepCounts()
    for step in [-3, -1, 0, 0, 2, 2, 2, 9_999] { steps.add(step) }
    #expect(steps.share(of: 0) == 0.25 && steps.share(of: -1) == 0.125 && steps.share(of: 1) == 0)
    #expect(steps.quantile(0.01) == -3 && steps.quantile(0.5) == 0 && steps.quantile(1) == 4_095)
    #expect(steps.magnitudeQuantile(0.25) == 0 && steps.magnitudeQuantile(0.5) == 2)
    #expect(StepCounts().quantile(0.5) == nil && StepCounts().share(of: 0) == nil)
  }

  @Test(
    "Directions agree with their definition to a thousandth of a degree", arguments: [0, 30, 45, 135, 180])
  func degrees(angle: Double) {
    for sign in [1.0, -1] where angle < 180 || sign > 0 {
      let (sine, cosine) = Elementary.sineAndCosine(degrees: sign * angle)
      #expect(abs(Elementary.degrees(y: sine, x: cosine) - sign * angle) < 2e-3)
    }
  }
}
