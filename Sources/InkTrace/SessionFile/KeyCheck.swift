internal import InkModel

/// Sees to it that an object has each of its keys once, and no others.
struct KeyCheck {
  private let names: [String]
  private var seen: UInt32 = 0

  /// Starts with no key seen, of at most 32.
  init(_ names: String...) { self.names = names }

  /// Starts with no key seen, of at most 32.
  init(_ names: [String]) { self.names = names }

  /// Whether no key has been seen.
  var isEmpty: Bool { seen == 0 }

  /// Takes note of a key whose value is next.
  mutating func note(_ key: String, _ cursor: borrowing JSONCursor) throws(JSONFault) {
    guard let place = names.firstIndex(of: key) else {
      throw cursor.fault("unknown key '\(key)': \(suggestion(for: key, among: names))")
    }
    guard seen & 1 << UInt32(place) == 0 else { throw cursor.fault("the key '\(key)' stands twice") }
    seen |= 1 << UInt32(place)
  }

  /// Checks at the end that no key is missing, except those that may be.
  func finish(_ cursor: borrowing JSONCursor, optional: String...) throws(JSONFault) {
    for (place, name) in names.enumerated() where seen & 1 << UInt32(place) == 0 && !optional.contains(name) {
      throw cursor.fault("the key '\(name)' is missing")
    }
  }
}
