internal import InkModel

/// The values of one line of JSON, each under the path of its keys, whatever the line means.
///
/// A reader of sessions stops at what it does not know; an examination has to see everything that is there.
struct RawScan {
  enum Value {
    case number(Int)
    case text(String)
    case other
    /// A list or an object without anything in it.
    case nothing
  }

  private(set) var values: [(path: String, value: Value)] = []
  /// How many numbers stood in each long list, which are counted and not kept.
  private(set) var listCounts: [String: Int] = [:]

  /// Reads a line.
  init(_ cursor: inout JSONCursor, countingLists: Set<String>) throws(JSONFault) {
    try collect(&cursor, at: "", depth: 0, countingLists)
  }

  private static let depthMax = 16

  private mutating func collect(
    _ cursor: inout JSONCursor, at path: String, depth: Int, _ counted: Set<String>
  ) throws(JSONFault) {
    guard depth < Self.depthMax else { throw cursor.fault("the text is nested too deeply") }
    switch cursor.peek() {
    case UInt8(ascii: "{"):
      var scan = self
      var isEmpty = true
      try cursor.object { (key, cursor) throws(JSONFault) in
        isEmpty = false
        // A key that looks like a path is not taken for one.
        let name = key.contains { $0 == "." || $0 == ":" } || key.isEmpty ? "‹\(key)›" : key
        try scan.collect(&cursor, at: path.isEmpty ? name : "\(path).\(name)", depth: depth + 1, counted)
      }
      self = scan
      if isEmpty { values.append((path, .nothing)) }
    case UInt8(ascii: "["):
      var scan = self
      let isCounted = counted.contains(path)
      var isEmpty = true
      try cursor.array { cursor throws(JSONFault) in
        isEmpty = false
        guard isCounted else { return try scan.collect(&cursor, at: path, depth: depth + 1, counted) }
        try cursor.skipValue()
        scan.listCounts[path, default: 0] += 1
      }
      self = scan
      if isEmpty { values.append((path, .nothing)) }
    case UInt8(ascii: "\""): values.append((path, .text(try cursor.string())))
    default: values.append((path, try scalar(&cursor)))
    }
  }

  private func scalar(_ cursor: inout JSONCursor) throws(JSONFault) -> Value {
    let first = cursor.peek() ?? 0
    guard first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      let words = ["true", "false", "null"]
      guard let word = words.first(where: { $0.utf8.first == first }) else {
        throw cursor.fault("expected a value")
      }
      for letter in word.unicodeScalars { try cursor.expect(letter) }
      return .other
    }
    do throws(JSONFault) {
      return .number(try cursor.integer())
    } catch {
      // A fraction, or a number that no field has: seen, and no multiple of anything.
      try cursor.skipValue()
      return .other
    }
  }
}
