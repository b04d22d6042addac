internal import InkModel

/// A value of a workload file, with its place in the text.
struct WorkloadNode: Sendable {
  enum Content: Sendable {
    case object([Member])
    case array
    case text(String)
    case number(Double)
    case boolean
    case null
  }

  struct Member: Sendable {
    var key: String
    /// Where the key stands.
    var place: Place
    var value: WorkloadNode
  }

  struct Place: Hashable, Sendable {
    var line: Int
    var column: Int
  }

  var content: Content
  var place: Place

  var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// What the value is, for sentences.
  var kind: String {
    switch content {
    case .object: "an object"
    case .array: "an array"
    case .text: "text"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }

  /// An error at the value's place.
  func fault(_ sentence: String) -> WorkloadError { Self.fault(sentence, at: place) }

  static func fault(_ sentence: String, at place: Place) -> WorkloadError {
    WorkloadError("\(sentence) (line \(place.line), column \(place.column))")
  }
}

extension WorkloadNode {
  func members(_ path: String) throws(WorkloadError) -> [Member] {
    guard case .object(let members) = content else {
      throw fault("'\(path)' must be an object, not \(kind)")
    }
    return members
  }

  func number(_ path: String, within range: ClosedRange<Double>, unit: String) throws(WorkloadError) -> Double
  {
    guard case .number(let value) = content else { throw fault("'\(path)' must be a number, not \(kind)") }
    guard range.contains(value) else {
      let bounds = "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))"
      throw fault("'\(path)' is \(numberText(value)) but must be \(bounds)\(unit.isEmpty ? "" : " " + unit)")
    }
    return value
  }

  func integer(_ path: String, within range: ClosedRange<Int>, unit: String) throws(WorkloadError) -> Int {
    guard case .number(let value) = content else {
      throw fault("'\(path)' must be a whole number, not \(kind)")
    }
    guard let whole = Int(exactly: value) else {
      throw fault("'\(path)' must be a whole number, not \(numberText(value))")
    }
    guard range.contains(whole) else {
      let bounds = "\(range.lowerBound) to \(range.upperBound)"
      throw fault("'\(path)' is \(whole) but must be \(bounds)\(unit.isEmpty ? "" : " " + unit)")
    }
    return whole
  }

  func text(_ path: String, longest: Int) throws(WorkloadError) -> String {
    guard case .text(let value) = content else { throw fault("'\(path)' must be text, not \(kind)") }
    guard value.count <= longest else {
      throw fault("'\(path)' has \(value.count) characters but may have at most \(longest)")
    }
    return value
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(_ path: String) throws(WorkloadError) -> Word {
    guard case .text(let value) = content else { throw fault("'\(path)' must be text, not \(kind)") }
    guard let word = Word(rawValue: value) else {
      throw fault(
        "'\(path)' can't be '\(value)'; \(suggestion(for: value, among: Word.allCases.map(\.rawValue)))")
    }
    return word
  }
}
