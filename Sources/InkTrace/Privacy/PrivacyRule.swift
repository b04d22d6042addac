/// What a value must be where shapes are dropped.
package enum PrivacyRule: Hashable, Sendable {
  /// A whole number up to a bound, or null, which may stay.
  case count(max: Int)
  /// One of the words that the format has; any other text could say anything.
  case words([String])
  /// So many hexadecimal digits, or null.
  case hexadecimal(Int)
  /// Decimal digits in quotes.
  case decimal
  /// May not be there at all.
  case absent
  /// A multiple of a step, no farther from 0 than a bound.
  case multiple(of: Int, max: Int)
  /// 0, or no text.
  case empty
  /// This word or null.
  case word(String)
  /// A number among those of its kind, which count from 1 in the order in which they first appear.
  case numbered(Namespace)

  /// What identifiers name; each kind is numbered for itself.
  package enum Namespace: Hashable, Sendable, CaseIterable {
    case document, page, asset, element
  }

  /// The rule in words, for what is found to keep it.
  var text: String {
    switch self {
    case .count: "whole numbers"
    case .words: "words of the format"
    case .hexadecimal, .decimal: "digits"
    case .absent: "none"
    case .multiple(let step, _): "multiples of \(step)"
    case .empty: "empty"
    case .word(let word): "'\(word)' only"
    case .numbered: "counted from 1"
    }
  }
}
