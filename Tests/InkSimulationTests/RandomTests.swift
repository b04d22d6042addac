import Foundation
import InkModel
import InkSimulation
import Testing

@Suite("Randomness without a mathematical library") struct RandomTests {
  @Test(
    "The exponential agrees with the platform's to ten digits", arguments: [-40, -3.7, -0.011, 0, 1, 5.5, 88])
  func exponential(x: Double) {
    #expect(abs(Elementary.exp(x) / Foundation.exp(x) - 1) < 1e-10)
  }

  @Test(
    "The logarithm agrees with the platform's to ten digits", arguments: [1e-9, 0.3, 0.999, 1, 1.7, 42, 1e9])
  func logarithm(x: Double) {
    #expect(abs(Elementary.log(x) - Foundation.log(x)) < 1e-10 * max(1, abs(Foundation.log(x))))
  }

  @Test("Sine and cosine agree with the platform's to five digits, all around and beyond")
  func sines() {
    for degrees in stride(from: -800.0, through: 800, by: 7.3) {
      let (sine, cosine) = Elementary.sineAndCosine(degrees: degrees)
      #expect(abs(sine - Foundation.sin(degrees * .pi / 180)) < 1e-5)
      #expect(abs(cosine - Foundation.cos(degrees * .pi / 180)) < 1e-5)
    }
  }

  @Test("Rounding to the nearest integer sends ties to the even one, on both sides of zero")
  func nearestInteger() {
    let cases = [(2.5, 2), (3.5, 4), (-2.5, -2), (-0.51, -1), (0.49, 0), (1e9 + 0.4, 1_000_000_000)]
    for (value, expected) in cases { #expect(Elementary.nearestInteger(value) == expected) }
  }

  /// A law, its mean and its standard deviation.
  static let laws: [(Distribution, Double, Double)] = [
    (.constant(4), 4, 0),
    (.uniform(low: 2, high: 8), 5, 6 / 12.0.squareRoot()),
    (.normal(mean: 3, deviation: 2), 3, 2),
    (.lognormal(median: 2, sigma: 0.5), 2 * Foundation.exp(0.125), 1.2081),
    (.gamma(shape: 1.6, scale: 22), 35.2, 22 * 1.6.squareRoot()),
    (.gamma(shape: 0.5, scale: 2), 1, 2.0.squareRoot()),
    (.beta(alpha: 2, beta: 5), 2.0 / 7, (10.0 / (49 * 8)).squareRoot()),
    (.exponential(mean: 3), 3, 3),
    (.poisson(mean: 2.2), 2.2, 2.2.squareRoot()),
    (.geometric(probability: 0.4), 1.5, (0.6 / 0.16).squareRoot()),
  ]

  @Test("Each law has the mean and the spread of its definition", arguments: laws)
  func moments(law: Distribution, mean: Double, deviation: Double) {
    var random = SplitMix64(seed: 7)
    let draws = (0..<40_000).map { _ in law.sample(&random, within: -1e9...1e9) }
    let found = draws.reduce(0, +) / Double(draws.count)
    let variance = draws.reduce(0) { $0 + ($1 - found) * ($1 - found) } / Double(draws.count)
    #expect(abs(found - mean) <= 0.03 * max(mean, deviation))
    #expect(abs(variance.squareRoot() - deviation) <= 0.04 * deviation)
  }

  @Test("A table of quantiles gives its own quantiles back")
  func quantiles() {
    let table = [(5.0, 9.0), (50, 142), (95, 637)].map { Distribution.Quantile(percent: $0.0, value: $0.1) }
    var random = SplitMix64(seed: 3)
    let draws = (0..<20_000).map { _ in Distribution.quantiles(table).sample(&random, within: 0...1_000) }
      .sorted()
    for row in table {
      let found = draws[Int(row.percent / 100 * Double(draws.count))]
      #expect(abs(found - row.value) <= 0.06 * row.value)
    }
    #expect(draws.first == 9 && draws.last == 637)
  }

  @Test("A draw never leaves its bounds, however long the law's tail")
  func bounds() {
    var random = SplitMix64(seed: 5)
    let law = Distribution.lognormal(median: 4.5, sigma: 4)
    for _ in 0..<10_000 { #expect(0...60 ~= law.sample(&random, within: 0...60)) }
  }

  @Test("The bits of a stream of deviates are the ones written here, on every machine")
  func goldenBits() {
    var random = SplitMix64(seed: 2026, keys: 1, 2, 3)
    var digest = Digest()
    for _ in 0..<1_000 {
      for (law, _, _) in Self.laws { digest.feed(law.sample(&random, within: -1e9...1e9).bitPattern, 0) }
    }
    #expect(digest.text == "408ec382f38851fc8859f92534e83f32")
  }
}
