internal import InkModel

/// A set of up to 512 operations that were pending when a crash came, the oldest first.
///
/// Of fixed width, so that a hundred thousand sets a second cost nothing but their words.
package struct PendingSet: Hashable, Sendable, BitwiseCopyable {
  private(set) var words: SIMD8<UInt64>

  /// How many operations a set can tell apart.
  package static let capacity = 512

  /// The empty set.
  package init() { words = .zero }

  init(words: SIMD8<UInt64>) { self.words = words }

  /// The first so many operations.
  package init(first count: Int) {
    words = .zero
    for word in 0..<8 {
      let bits = min(max(count - 64 * word, 0), 64)
      words[word] = bits == 64 ? .max : (1 << UInt64(bits)) - 1
    }
  }

  package subscript(index: Int) -> Bool {
    get { words[index >> 6] >> UInt64(index & 63) & 1 != 0 }
    set {
      let bit: UInt64 = 1 << UInt64(index & 63)
      if newValue { words[index >> 6] |= bit } else { words[index >> 6] &= ~bit }
    }
  }

  package var isEmpty: Bool { words == .zero }

  package var count: Int {
    var count = 0
    for word in 0..<8 { count += words[word].nonzeroBitCount }
    return count
  }

  /// The newest operation that is in the set; nil for the empty one.
  package var last: Int? {
    for word in stride(from: 7, through: 0, by: -1) where words[word] != 0 {
      return 64 * word + 63 - words[word].leadingZeroBitCount
    }
    return nil
  }

  func union(_ other: PendingSet) -> PendingSet { PendingSet(words: words | other.words) }
  func intersection(_ other: PendingSet) -> PendingSet { PendingSet(words: words & other.words) }
  func subtracting(_ other: PendingSet) -> PendingSet { PendingSet(words: words & ~other.words) }
  func isSubset(of other: PendingSet) -> Bool { words & ~other.words == .zero }

  /// Its operations, the oldest first.
  package var members: [Int] {
    var members: [Int] = []
    for word in 0..<8 {
      var rest = words[word]
      while rest != 0 {
        members.append(64 * word + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return members
  }
}

extension PendingSet: Codable, CustomStringConvertible {
  /// Hexadecimal digits, those of the newest operations first, sixteen for every 64 operations that are told
  /// of.
  package var description: String {
    var text = ""
    for word in stride(from: 7, through: 0, by: -1) where !text.isEmpty || words[word] != 0 || word == 0 {
      text += hexadecimal(words[word])
    }
    return text
  }

  /// Reads what `description` writes.
  package init?(text: String) {
    var rest = text[...]
    words = .zero
    var word = 0
    while !rest.isEmpty {
      guard word < 8, rest.utf8.count >= 16, let value = UInt64(rest.suffix(16), radix: 16) else {
        return nil
      }
      words[word] = value
      rest = rest.dropLast(16)
      word += 1
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let set = PendingSet(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a set of pending operations has 16 to 128 hexadecimal digits")
    }
    self = set
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
