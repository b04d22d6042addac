/// The ways of writing a line of a command's table.
extension Argument {
  /// One word that must be given.
  package static func operand<Value: ArgumentValue>(
    _ name: String, _ property: Property<Value>, help: String
  ) -> Self {
    Self(name, .operand(isRequired: true, isRepeatable: false), help: help) {
      command, word throws(UsageError) in
      command[keyPath: property] = try Value.read(word, for: name)
    }
  }

  /// One word that may be left out.
  package static func operand<Value: ArgumentValue>(
    _ name: String, _ property: Property<Value?>, help: String
  ) -> Self {
    Self(name, .operand(isRequired: false, isRepeatable: false), help: help) {
      command, word throws(UsageError) in
      command[keyPath: property] = try Value.read(word, for: name)
    }
  }

  /// All words that are left; at least one if `isRequired`.
  package static func operands<Value: ArgumentValue>(
    _ name: String, _ property: Property<[Value]>, isRequired: Bool = false,
    help: String
  ) -> Self {
    Self(name, .operand(isRequired: isRequired, isRepeatable: true), help: help) {
      command, word throws(UsageError) in
      command[keyPath: property].append(try Value.read(word, for: name))
    }
  }

  /// A value that holds as the command declares it unless the option is given; the help names it.
  package static func option<Value: ArgumentValue>(
    _ name: String, _ property: Property<Value>, value: String,
    limits: Limits<Value> = .none, help: String
  ) -> Self {
    Self(
      name, .option(value: value), help: help,
      defaultText: Root()[keyPath: property].argumentText
    ) { command, word throws(UsageError) in
      command[keyPath: property] = try limits.check(Value.read(word, for: name), for: name)
    }
  }

  /// A value that is nil unless the option is given.
  package static func option<Value: ArgumentValue>(
    _ name: String, _ property: Property<Value?>, value: String,
    limits: Limits<Value> = .none, help: String
  ) -> Self {
    Self(name, .option(value: value), help: help) { command, word throws(UsageError) in
      command[keyPath: property] = try limits.check(Value.read(word, for: name), for: name)
    }
  }

  /// A value that must be given.
  package static func requiredOption<Value: ArgumentValue>(
    _ name: String, _ property: Property<Value>, value: String, help: String
  ) -> Self {
    Self(name, .option(value: value, isRequired: true), help: help) { command, word throws(UsageError) in
      command[keyPath: property] = try Value.read(word, for: name)
    }
  }

  /// A list, by comma or by giving the option again; no value may stand in it twice.
  package static func options<Value: ArgumentValue>(
    _ name: String, _ property: Property<[Value]>, value: String, help: String
  ) -> Self {
    Self(name, .option(value: value, isRepeatable: true), help: help) { command, word throws(UsageError) in
      for part in word.split(separator: ",", omittingEmptySubsequences: false) {
        guard !part.isEmpty else {
          throw UsageError("the list '\(word)' for '\(name)' has an empty place")
        }
        let item = try Value.read(String(part), for: name)
        guard !command[keyPath: property].contains(item) else {
          throw UsageError("'\(name)' names '\(part)' twice")
        }
        command[keyPath: property].append(item)
      }
    }
  }

  /// A switch that is off unless it is given.
  package static func flag(
    _ name: String, _ property: Property<Bool>, help: String
  ) -> Self {
    Self(name, .flag, help: help) { command, _ in command[keyPath: property] = true }
  }
}

/// The values that an option takes, beyond what its type says.
package struct Limits<Value: ArgumentValue>: Sendable {
  private let check: @Sendable (Value) -> Bool
  private let expectation: String

  /// Any value of the type.
  package static var none: Self { Self(check: { _ in true }, expectation: Value.expectation) }

  func check(_ value: Value, for name: String) throws(UsageError) -> Value {
    guard check(value) else {
      throw UsageError("'\(name)' takes \(expectation), not '\(value.argumentText)'")
    }
    return value
  }
}

extension Limits where Value: Comparable & Sendable {
  /// Values of a range, its ends included.
  package static func within(_ range: ClosedRange<Value>) -> Self {
    let ends = "from \(range.lowerBound.argumentText) to \(range.upperBound.argumentText)"
    return Self(check: { range.contains($0) }, expectation: "a number \(ends)")
  }
}
