internal import InkModel

/// How a named law is written: its fields, what each may be, and both directions.
private struct Law: Sendable {
  /// What a field may be.
  enum Field: Sendable {
    /// Of the parameter's own range and unit.
    case inRange(String)
    /// A number of its own range.
    case bounded(String, ClosedRange<Double>)

    var name: String {
      switch self {
      case .inRange(let name), .bounded(let name, _): name
      }
    }
  }

  var name: String
  var fields: [Field]
  var make: @Sendable ([Double]) -> Distribution
  var take: @Sendable (Distribution) -> [Double]?

  /// Every law that a workload file may name.
  static let table: [Law] = [
    Law(
      name: "uniform", fields: [.inRange("low"), .inRange("high")],
      make: { .uniform(low: $0[0], high: $0[1]) },
      take: { if case .uniform(let low, let high) = $0 { [low, high] } else { nil } }),
    Law(
      name: "normal", fields: [.inRange("mean"), .bounded("deviation", 0...1e6)],
      make: { .normal(mean: $0[0], deviation: $0[1]) },
      take: { if case .normal(let mean, let deviation) = $0 { [mean, deviation] } else { nil } }),
    Law(
      name: "lognormal", fields: [.inRange("median"), .bounded("sigma", 0...4)],
      make: { .lognormal(median: $0[0], sigma: $0[1]) },
      take: { if case .lognormal(let median, let sigma) = $0 { [median, sigma] } else { nil } }),
    Law(
      name: "gamma", fields: [.bounded("shape", 0.01...1_000), .bounded("scale", 1e-6...1e6)],
      make: { .gamma(shape: $0[0], scale: $0[1]) },
      take: { if case .gamma(let shape, let scale) = $0 { [shape, scale] } else { nil } }),
    Law(
      name: "beta", fields: [.bounded("alpha", 0.01...1_000), .bounded("beta", 0.01...1_000)],
      make: { .beta(alpha: $0[0], beta: $0[1]) },
      take: { if case .beta(let alpha, let beta) = $0 { [alpha, beta] } else { nil } }),
    Law(
      name: "exponential", fields: [.inRange("mean")], make: { .exponential(mean: $0[0]) },
      take: { if case .exponential(let mean) = $0 { [mean] } else { nil } }),
    Law(
      name: "poisson", fields: [.bounded("mean", 0...SplitMix64.poissonMeanMax)],
      make: { .poisson(mean: $0[0]) },
      take: { if case .poisson(let mean) = $0 { [mean] } else { nil } }),
    Law(
      name: "geometric", fields: [.bounded("probability", 1e-6...1)],
      make: { .geometric(probability: $0[0]) },
      take: { if case .geometric(let probability) = $0 { [probability] } else { nil } }),
  ]
}

extension Distribution {
  /// The named laws, each with its fields in order, as a workload file writes them.
  package static var laws: [(name: String, fields: [String])] {
    Law.table.map { ($0.name, $0.fields.map(\.name)) }
  }

  /// The distribution as a workload file writes it.
  var text: String {
    if case .constant(let value) = self { return numberText(value) }
    if case .quantiles(let table) = self {
      return object(table.map { ("p" + numberText($0.percent), numberText($0.value)) })
    }
    for law in Law.table {
      guard let values = law.take(self) else { continue }
      let fields = zip(law.fields, values).map { ($0.name, numberText($1)) }
      return object([(law.name, object(fields))])
    }
    preconditionFailure("every distribution is a number, a table or a law")
  }

  private func object(_ members: [(String, String)]) -> String {
    "{" + members.map { textAsJSON($0) + ": " + $1 }.joined(separator: ", ") + "}"
  }
}

extension WorkloadNode {
  func distribution(
    _ path: String, within range: ClosedRange<Double>, unit: String
  ) throws(WorkloadError) -> Distribution {
    guard case .object(let members) = content else {
      guard case .number = content else {
        throw fault("'\(path)' must be a number, a law or a table of quantiles, not \(kind)")
      }
      return .constant(try number(path, within: range, unit: unit))
    }
    if members.contains(where: { percent(of: $0.key) != nil }) || members.isEmpty {
      return .quantiles(try quantiles(path, members, within: range, unit: unit))
    }
    let names = Law.table.map(\.name)
    guard let law = Law.table.first(where: { $0.name == members[0].key }) else {
      let hint = suggestion(for: members[0].key, among: names)
      throw Self.fault("'\(path)' names no law '\(members[0].key)'; \(hint)", at: members[0].place)
    }
    guard members.count == 1 else {
      throw Self.fault("'\(path)' must name one law only", at: members[1].place)
    }
    return try law.read(members[0].value, path: "\(path).\(law.name)", within: range, unit: unit)
  }

  private func quantiles(
    _ path: String, _ members: [Member], within range: ClosedRange<Double>, unit: String
  ) throws(WorkloadError) -> [Distribution.Quantile] {
    guard !members.isEmpty else { throw fault("'\(path)' names neither a law nor quantiles such as \"p50\"") }
    var table: [Distribution.Quantile] = []
    for member in members {
      guard let percent = percent(of: member.key) else {
        throw Self.fault("'\(path)' has quantiles, but '\(member.key)' is none", at: member.place)
      }
      let value = try member.value.number("\(path).\(member.key)", within: range, unit: unit)
      table.append(Distribution.Quantile(percent: percent, value: value))
    }
    table.sort { $0.percent < $1.percent }
    for (lower, upper) in zip(table, table.dropFirst()) {
      guard lower.percent < upper.percent, lower.value <= upper.value else {
        throw fault("the quantiles of '\(path)' must rise from each to the next")
      }
    }
    return table
  }

  private func percent(of key: String) -> Double? {
    guard key.wholeMatch(of: /p[0-9]{1,3}(\.[0-9]{1,6})?/) != nil else { return nil }
    guard let percent = Double(key.dropFirst()), percent <= 100 else { return nil }
    return percent
  }
}

extension Law {
  fileprivate func read(
    _ node: WorkloadNode, path: String, within range: ClosedRange<Double>, unit: String
  ) throws(WorkloadError) -> Distribution {
    let members = try node.members(path)
    for member in members where !fields.contains(where: { $0.name == member.key }) {
      let hint = suggestion(for: member.key, among: fields.map(\.name))
      throw WorkloadNode.fault("'\(path)' has no '\(member.key)'; \(hint)", at: member.place)
    }
    var values: [Double] = []
    for field in fields {
      guard let member = members.first(where: { $0.key == field.name }) else {
        throw node.fault("'\(path)' lacks '\(field.name)'")
      }
      switch field {
      case .inRange(let name):
        values.append(try member.value.number("\(path).\(name)", within: range, unit: unit))
      case .bounded(let name, let own):
        values.append(try member.value.number("\(path).\(name)", within: own, unit: ""))
      }
    }
    if name == "uniform", values[0] > values[1] { throw node.fault("'\(path)' has its low above its high") }
    return make(values)
  }
}
