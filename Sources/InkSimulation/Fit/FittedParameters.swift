/// The parameters that a fit has set so far, as a workload file would have them.
struct FittedParameters {
  /// What a parameter is given.
  enum Value: Hashable {
    case number(Double)
    case word(String)
    case distribution(Distribution)
  }

  private(set) var values: [String: Value] = [:]
  /// Parameters whose measured value lay outside their range and was brought to its end.
  private(set) var clamped: [String] = []
  /// Why parameters could not be measured, in sentences without their end.
  private(set) var unmeasured: [String] = []
  /// What too small a sample leaves uncertain, in sentences without their end.
  private(set) var uncertain: [String] = []

  subscript(path: String) -> Value? { values[path] }

  /// Sets a parameter, within its range; nil leaves its default.
  mutating func set(_ path: String, _ number: Double?) {
    guard let number, number.isFinite else { return }
    let parameter = Self.parameter(path)
    let value = Distribution.roundedToFour(number)
    guard let range = parameter.range else { return }
    let inside = max(range.lowerBound, min(range.upperBound, value))
    noteClamping(path, inside != value)
    values[path] = .number(inside)
  }

  /// Sets a parameter that takes whole numbers.
  mutating func set(_ path: String, whole number: Double?) { set(path, number?.rounded()) }

  mutating func set(_ path: String, _ distribution: Distribution?) {
    guard let distribution, let range = Self.parameter(path).range else { return }
    let (inside, wasOutside) = distribution.clamped(to: range)
    noteClamping(path, wasOutside)
    values[path] = .distribution(inside)
  }

  mutating func set(_ path: String, word: String?) {
    if let word { values[path] = .word(word) }
  }

  /// Multiplies a parameter that was set.
  mutating func scale(_ path: String, by factor: Double) {
    switch values[path] {
    case .number(let value): set(path, value * factor)
    case .distribution(let distribution): set(path, distribution.scaled(by: factor))
    case .word, nil: break
    }
  }

  mutating func note(unmeasured sentence: String) { unmeasured.append(sentence) }

  /// Notes a parameter whose relative standard error is large.
  mutating func note(uncertain what: String, error: Double, because reason: String) {
    uncertain.append("\(what): ± \(Int((error * 100).rounded())) %, because only \(reason)")
  }

  private mutating func noteClamping(_ path: String, _ wasOutside: Bool) {
    clamped.removeAll { $0 == path }
    if wasOutside { clamped.append(path) }
  }

  /// The range of a parameter; nil if it takes words.
  static func range(of path: String) -> ClosedRange<Double>? { parameter(path).range }

  private static func parameter(_ path: String) -> Parameter {
    guard let parameter = Parameter.table.first(where: { $0.path == path }) else {
      preconditionFailure("no parameter is called \(path)")
    }
    return parameter
  }
}

extension FittedParameters {
  /// A workload file that sets what was fitted and leaves all else to the defaults.
  func json(name: String, about: String, seed: Int) -> String {
    var sections: [(String, [(String, String)])] = []
    for parameter in Parameter.table {
      guard let value = values[parameter.path] else { continue }
      let member = (parameter.key, Self.text(value))
      if let index = sections.firstIndex(where: { $0.0 == parameter.section }) {
        sections[index].1.append(member)
      } else {
        sections.append((parameter.section, [member]))
      }
    }
    var lines = [
      "  \"schema\": \(textAsJSON(Workload.schema))", "  \"name\": \(textAsJSON(name))",
      "  \"about\": \(textAsJSON(about))", "  \"seed\": \(seed)",
    ]
    for (section, members) in sections {
      let rows = members.map { "    \(textAsJSON($0.0)): \($0.1)" }.joined(separator: ",\n")
      lines.append("  \(textAsJSON(section)): {\n\(rows)\n  }")
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  /// The workload that the file gives.
  func workload(name: String, about: String = "", seed: Int) throws(WorkloadError) -> Workload {
    try Workload(json: json(name: name, about: about, seed: seed))
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .number(let number): numberText(number)
    case .word(let word): textAsJSON(word)
    case .distribution(let distribution): distribution.text
    }
  }
}
