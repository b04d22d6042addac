import InkModel

/// What became of one hostile input.
enum FuzzVerdict: Equatable {
  /// It was read, and reading what is then written gives the same content.
  case accepted
  /// It was refused with a sentence.
  case refused(String)
  /// A rule was broken; the sentence says which.
  case broken(String)

  /// The longest sentence that a refusal may take, the path aside.
  static let sentenceBytesMax = 1_000

  /// A refusal, if its sentence is one that can be shown: not empty, not endless, on one line, and without
  /// control characters, which an input could otherwise send to a terminal.
  static func refusal(_ sentence: String) -> FuzzVerdict {
    if sentence.isEmpty { return .broken("refused without a word") }
    if sentence.utf8.count > sentenceBytesMax {
      return .broken("refused in \(sentence.utf8.count) bytes: \(sentence.prefix(100))…")
    }
    if let scalar = sentence.unicodeScalars.first(where: \.isObeyed) {
      return .broken("the refusal holds control character \(scalar.value): \(sentence.debugDescription)")
    }
    return .refused(sentence)
  }
}
