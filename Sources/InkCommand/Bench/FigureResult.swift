/// A figure held against its bounds; the row of `bench --json`.
struct FigureResult: Codable, Hashable, Sendable {
  enum Verdict: String, Codable, Sendable {
    case pass, fail
    /// Out of bounds, but measured on a machine too noisy to say.
    case inconclusive
  }

  var name: String
  var value: Double
  var unit: String
  var min: Double?
  var max: Double?
  var samples: Int
  var spread: Double?
  var verdict: Verdict

  init(_ figure: Figure, _ measurement: Measurement, isMachineNoisy: Bool) {
    name = figure.name
    value = measurement.value
    unit = figure.unit
    min = figure.min
    max = figure.max
    samples = measurement.samples
    spread = measurement.spread
    let isWithin =
      (figure.min.map { measurement.value >= $0 } ?? true)
      && (figure.max.map { measurement.value <= $0 } ?? true)
    verdict = isWithin ? .pass : measurement.isNoisy(on: isMachineNoisy) ? .inconclusive : .fail
  }

  /// Hand-written so that a missing bound is `null` rather than left out.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(value, forKey: .value)
    try container.encode(unit, forKey: .unit)
    try container.encode(min, forKey: .min)
    try container.encode(max, forKey: .max)
    try container.encode(samples, forKey: .samples)
    try container.encode(spread, forKey: .spread)
    try container.encode(verdict, forKey: .verdict)
  }
}
