internal import InkModel

/// A 128-bit name for what a store holds: the same paths and bytes have the same name.
///
/// Digests of parts are added up, so that a state that differs in one file from another is named by one
/// subtraction and one addition. It is no protection against forgery.
package struct StateDigest: Hashable, Sendable, BitwiseCopyable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The digest of nothing at all.
  package static let zero = StateDigest(high: 0, low: 0)

  static func &+ (left: StateDigest, right: StateDigest) -> StateDigest {
    StateDigest(high: left.high &+ right.high, low: left.low &+ right.low)
  }

  static func &- (left: StateDigest, right: StateDigest) -> StateDigest {
    StateDigest(high: left.high &- right.high, low: left.low &- right.low)
  }

  package static func == (left: StateDigest, right: StateDigest) -> Bool {
    left.high == right.high && left.low == right.low
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(low) }
}

extension StateDigest: Codable, CustomStringConvertible {
  /// Thirty-two hexadecimal digits.
  package var description: String { hexadecimal(high) + hexadecimal(low) }

  /// Reads what `description` writes.
  package init?(text: String) {
    guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let digest = StateDigest(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a digest has 32 hexadecimal digits")
    }
    self = digest
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
