internal import InkModel
internal import InkReport

/// A type that a word of the command line can be read as.
package protocol ArgumentValue: Equatable, SendableMetatype {
  /// What may be written, to follow "takes" in a sentence.
  static var expectation: String { get }
  /// All words that may be written, if they can be listed.
  static var knownWords: [String]? { get }
  /// Reads a word; nil if it means nothing.
  init?(argument: String)
  /// What is wrong with a word that can't be read, as a clause; nil if no more can be said than what may be
  /// written.
  static func fault(of word: String) -> String?
  /// The value as a user would write it.
  var argumentText: String { get }
}

extension ArgumentValue {
  package static var knownWords: [String]? { nil }
  package static func fault(of word: String) -> String? { nil }

  /// Reads the word that was given for an option or operand.
  static func read(_ word: String, for name: String) throws(UsageError) -> Self {
    if let value = Self(argument: word) { return value }
    guard let knownWords else {
      let fault = fault(of: word).map { ": " + $0 } ?? ""
      throw UsageError("'\(name)' takes \(expectation), not '\(word)'\(fault)")
    }
    throw UsageError("unknown value '\(word)' for '\(name)': \(suggestion(for: word, among: knownWords))")
  }
}

extension String: ArgumentValue {
  package static var expectation: String { "some text" }
  package init?(argument: String) { self = argument }
  package var argumentText: String { self }
}

extension FixedWidthInteger where Self: ArgumentValue {
  package static var expectation: String {
    Self.isSigned ? "a whole number" : "a whole number from 0 to \(Self.max)"
  }
  package init?(argument: String) { self.init(argument) }
  package var argumentText: String { String(self) }
}

extension Int: ArgumentValue {}
extension UInt64: ArgumentValue {}

/// A value out of a fixed set of words.
package protocol ArgumentWord: ArgumentValue, RawRepresentable, CaseIterable where RawValue == String {}

extension ArgumentWord {
  package static var knownWords: [String]? { allCases.map(\.rawValue) }
  package static var expectation: String { allCases.map(\.rawValue).joined(separator: ", ") }
  package init?(argument: String) { self.init(rawValue: argument) }
  package var argumentText: String { rawValue }
}

extension Durability: ArgumentWord {}
extension Pace: ArgumentWord {}

extension Shard: ArgumentValue {
  package static var expectation: String { "a part of at most \(countMax), such as 2/3" }
  package init?(argument: String) {
    guard let (number, count) = Self.numbers(in: argument) else { return nil }
    self.init(number: number, of: count)
  }

  package static func fault(of word: String) -> String? {
    guard let (number, count) = numbers(in: word) else { return nil }
    if count < 1 { return "a run has at least one part" }
    if count > countMax { return "these are \(count) parts" }
    return number < 1 ? "parts are numbered from 1" : "the last part is \(count)/\(count)"
  }

  private static func numbers(in word: String) -> (number: Int, count: Int)? {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { "0"..."9" ~= $0 } }),
      let number = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    return (number, count)
  }

  package var argumentText: String { text }
}
