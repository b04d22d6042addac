internal import InkModel

/// What a session shows of its writer, its pages and its app: exact values, in no order that matters.
///
/// It says only what events show, so that recorded sessions are measured just as simulated ones. What a
/// session's source did not record, such as times, is left out rather than measured on what was made up.
package struct SessionStatistics: Sendable {
  package private(set) var counts: [Count: Int] = [:]
  package private(set) var tallies: [Tally: [String: Int]] = [:]
  package private(set) var ink = InkStatistics()
  private var samples: [Measure: [Double]] = [:]

  init() {}

  /// A counter's value; zero if nothing was counted.
  package subscript(count: Count) -> Int { counts[count] ?? 0 }

  /// The values of a measure; a part of them, drawn by chance, where ink has very many.
  package subscript(measure: Measure) -> [Double] {
    if let quantity = measure.inkQuantity { return ink[quantity].values }
    return samples[measure] ?? []
  }

  /// An exact quantile of a measure; nil if it has no values.
  package func quantile(_ share: Double, of measure: Measure) -> Double? {
    let values = self[measure].sorted()
    guard !values.isEmpty else { return nil }
    let place = share * Double(values.count - 1)
    let below = Int(place)
    let above = min(below + 1, values.count - 1)
    return values[below] + (values[above] - values[below]) * (place - Double(below))
  }

  mutating func count(_ what: Count, _ number: Int = 1) { counts[what, default: 0] += number }

  mutating func note(_ value: Double, _ measure: Measure) { samples[measure, default: []].append(value) }

  mutating func tally(_ value: String, _ tally: Tally, _ number: Int = 1) {
    tallies[tally, default: [:]][value, default: 0] += number
  }

  mutating func addInk(_ points: Span<SamplePoint>, hasTimes: Bool, hasPressure: Bool, hasPath: Bool) {
    ink.add(points, hasTimes: hasTimes, hasPressure: hasPressure, hasPath: hasPath)
  }

  mutating func addGap(seconds: Double) { ink.addGap(seconds: seconds) }
}
