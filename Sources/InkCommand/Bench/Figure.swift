internal import FoundationEssentials

/// A named figure of the project, with the bounds that it must keep.
struct Figure: Codable, Hashable, Sendable {
  var name: String
  var unit: String
  /// The part of the project that the figure belongs to.
  var part: String
  var min: Double?
  var max: Double?
  /// What is measured, exactly.
  var meaning: String

  /// All figures with their bounds, in the order of the embedded file.
  static func all() throws(CommandFailure) -> [Figure] {
    do {
      return try JSONDecoder().decode(
        FigureFile.self, from: Data(PackageResources.figures_json)
      ).figures
    } catch {
      throw CommandFailure(.internalError, "the embedded figures can't be read: \(error)")
    }
  }

  private struct FigureFile: Codable {
    var schema: String
    var figures: [Figure]
  }
}

/// A figure as it was measured.
struct Measurement: Hashable, Sendable {
  var value: Double
  var samples: Int
  /// Half the distance between the quartiles, relative to the median; nil for an exact figure.
  var spread: Double?

  /// An exact figure: it would be the same again.
  static func exact(_ value: Double) -> Measurement { Measurement(value: value, samples: 1, spread: nil) }

  /// The median of noisy samples, which must not be empty.
  static func median(of samples: [Double]) -> Measurement {
    let sorted = samples.sorted()
    let middle = quantile(0.5, of: sorted)
    let spread = middle == 0 ? 0 : (quantile(0.75, of: sorted) - quantile(0.25, of: sorted)) / 2 / middle
    return Measurement(value: middle, samples: samples.count, spread: spread)
  }

  /// A value computed otherwise, with the spread of some samples.
  static func of(_ value: Double, spreadOf samples: [Double]) -> Measurement {
    Measurement(value: value, samples: samples.count, spread: median(of: samples).spread)
  }

  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    sorted[Int((Double(sorted.count - 1) * share).rounded())]
  }
}

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
    verdict = isWithin ? .pass : isMachineNoisy && measurement.spread != nil ? .inconclusive : .fail
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
