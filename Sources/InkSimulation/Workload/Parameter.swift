/// One row of the parameter table: what a workload file may set, and all that is known about it.
package struct Parameter: Sendable {
  /// Where a default comes from.
  package enum Basis: String, Sendable, CaseIterable {
    /// Taken from a study or from public files of real ink.
    case measured
    /// Set by judgement, because nobody has published a measurement.
    case assumed
  }

  /// Section and key, such as `page.strokesPerPage`.
  package let path: String
  /// What may be given, such as `0 to 1` or `one of first, last`.
  package let values: String
  /// The unit of a number; empty for words, texts and plain counts.
  package let unit: String
  /// Whether a law or a table of quantiles may stand for the number.
  package let mayVary: Bool
  /// Whether `null` may be given.
  package let mayBeNull: Bool
  package let basis: Basis
  /// One sentence.
  package let about: String

  /// Sets the parameter's default.
  let reset: @Sendable (inout Workload) -> Void
  /// Sets the parameter from a value of a file.
  let read: @Sendable (WorkloadNode, inout Workload) throws(WorkloadError) -> Void
  /// The parameter's value as JSON.
  let text: @Sendable (Workload) -> String

  /// What may be given, in words, with its unit.
  package var allowed: String {
    values + (unit.isEmpty ? "" : " " + unit) + (mayVary ? ", may vary" : "") + (mayBeNull ? ", or null" : "")
  }

  /// The part of the path before the dot; empty for a key at the top.
  package var section: String { path.contains(".") ? String(path.prefix { $0 != "." }) : "" }
  /// The part of the path after the dot.
  package var key: String { section.isEmpty ? path : String(path.dropFirst(section.count + 1)) }
}

/// A property of a workload that a parameter sets.
typealias WorkloadProperty<Value> = any WritableKeyPath<Workload, Value> & Sendable

extension Parameter {
  private init<Value: Sendable>(
    _ path: String, _ property: WorkloadProperty<Value>, _ standard: Value, values: String,
    unit: String = "", mayVary: Bool = false, mayBeNull: Bool = false, _ basis: Basis, _ about: String,
    text: @escaping @Sendable (Value) -> String,
    read: @escaping @Sendable (WorkloadNode) throws(WorkloadError) -> Value
  ) {
    self.path = path
    self.values = values
    self.unit = unit
    self.mayVary = mayVary
    self.mayBeNull = mayBeNull
    self.basis = basis
    self.about = about
    reset = { workload in workload[keyPath: property] = standard }
    self.read = { (node, workload) throws(WorkloadError) in workload[keyPath: property] = try read(node) }
    self.text = { workload in text(workload[keyPath: property]) }
  }

  static func number(
    _ path: String, _ property: WorkloadProperty<Double>, _ standard: Double, _ range: ClosedRange<Double>,
    _ unit: String, _ basis: Basis, _ about: String
  ) -> Parameter {
    Parameter(
      path, property, standard, values: words(range), unit: unit, basis, about, text: numberText,
      read: { (node) throws(WorkloadError) in try node.number(path, within: range, unit: unit) })
  }

  static func optionalNumber(
    _ path: String, _ property: WorkloadProperty<Double?>, _ range: ClosedRange<Double>, _ unit: String,
    _ basis: Basis, _ about: String
  ) -> Parameter {
    Parameter(
      path, property, nil, values: words(range), unit: unit, mayBeNull: true, basis, about,
      text: { $0.map(numberText) ?? "null" },
      read: { (node) throws(WorkloadError) in
        node.isNull ? nil : try node.number(path, within: range, unit: unit)
      })
  }

  static func integer(
    _ path: String, _ property: WorkloadProperty<Int>, _ standard: Int, _ range: ClosedRange<Int>,
    _ unit: String, _ basis: Basis, _ about: String
  ) -> Parameter {
    Parameter(
      path, property, standard, values: words(range), unit: unit, basis, about, text: { String($0) },
      read: { (node) throws(WorkloadError) in try node.integer(path, within: range, unit: unit) })
  }

  static func optionalInteger(
    _ path: String, _ property: WorkloadProperty<Int?>, _ range: ClosedRange<Int>, _ unit: String,
    _ basis: Basis, _ about: String
  ) -> Parameter {
    Parameter(
      path, property, nil, values: words(range), unit: unit, mayBeNull: true, basis, about,
      text: { $0.map { String($0) } ?? "null" },
      read: { (node) throws(WorkloadError) in
        node.isNull ? nil : try node.integer(path, within: range, unit: unit)
      })
  }

  /// A number out of a short list.
  static func oneOf(
    _ path: String, _ property: WorkloadProperty<Int>, _ standard: Int, _ choices: [Int], _ unit: String,
    _ basis: Basis, _ about: String
  ) -> Parameter {
    let list = choices.map { String($0) }.joined(separator: ", ")
    return Parameter(
      path, property, standard, values: "one of \(list)", unit: unit, basis, about, text: { String($0) },
      read: { (node) throws(WorkloadError) in
        let value = try node.integer(path, within: Int.min...Int.max, unit: unit)
        guard choices.contains(value) else { throw node.fault("'\(path)' must be one of \(list) \(unit)") }
        return value
      })
  }

  /// A word out of an enumeration's.
  static func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: String, _ property: WorkloadProperty<Word>, _ standard: Word, _ basis: Basis, _ about: String
  ) -> Parameter where Word: SendableMetatype {
    let choices = Word.allCases.map(\.rawValue)
    return Parameter(
      path, property, standard, values: "one of " + choices.joined(separator: ", "), basis, about,
      text: { textAsJSON($0.rawValue) },
      read: { (node) throws(WorkloadError) in try node.word(path) })
  }

  /// Free text of bounded length.
  static func text(
    _ path: String, _ property: WorkloadProperty<String>, _ standard: String, longest: Int, _ basis: Basis,
    _ about: String
  ) -> Parameter {
    Parameter(
      path, property, standard, values: "text of at most \(longest) characters", basis, about,
      text: textAsJSON, read: { (node) throws(WorkloadError) in try node.text(path, longest: longest) })
  }

  /// Something that varies: a number, a named law or a table of quantiles.
  static func quantity(
    _ path: String, _ property: WorkloadProperty<Quantity>, _ standard: Distribution,
    _ range: ClosedRange<Double>, _ unit: String, _ basis: Basis, _ about: String
  ) -> Parameter {
    Parameter(
      path, property, Quantity(standard, within: range), values: words(range), unit: unit, mayVary: true,
      basis, about, text: { $0.distribution.text },
      read: { (node) throws(WorkloadError) in
        Quantity(try node.distribution(path, within: range, unit: unit), within: range)
      })
  }

  /// Something that varies, if it is given at all.
  static func optionalQuantity(
    _ path: String, _ property: WorkloadProperty<Quantity?>, _ range: ClosedRange<Double>, _ unit: String,
    _ basis: Basis, _ about: String
  ) -> Parameter {
    Parameter(
      path, property, nil, values: words(range), unit: unit, mayVary: true, mayBeNull: true, basis, about,
      text: { $0?.distribution.text ?? "null" },
      read: { (node) throws(WorkloadError) in
        node.isNull ? nil : Quantity(try node.distribution(path, within: range, unit: unit), within: range)
      })
  }

  private static func words(_ range: ClosedRange<Double>) -> String {
    "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))"
  }

  private static func words(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }
}
