internal import InkModel

/// The values of one line of JSON, each under the path of its keys, whatever the line means.
///
/// A reader of sessions stops at what it does not know; an examination has to see everything that is there.
struct RawScan {
  enum Value {
    case number(Int)
    case text(String)
    case truth(Bool)
    case null
    /// A fraction, or a number too large for every field.
    case fraction
    /// A list or an object without anything in it.
    case nothing
  }

  private(set) var values: [(path: String, value: Value)] = []
  /// How many numbers stood in each long list, which are counted and not kept.
  private(set) var listCounts: [String: Int] = [:]

  /// Reads a line.
  ///
  /// A list stands for what is in it where lists belong, and so is no item of one. Any other list, and any
  /// single value in place of one, has a path that no field has.
  init(_ cursor: inout JSONCursor, lists: Set<String>, countingLists: Set<String>) throws(JSONFault) {
    self.lists = lists
    try collect(&cursor, at: "", depth: 0, isItem: false, countingLists)
  }

  private let lists: Set<String>

  private static let depthMax = 16

  private mutating func collect(
    _ cursor: inout JSONCursor, at place: String, depth: Int, isItem: Bool, _ counted: Set<String>
  ) throws(JSONFault) {
    guard depth < Self.depthMax else { throw cursor.fault("the text is nested too deeply") }
    let first = cursor.peek()
    let isList = first == UInt8(ascii: "[")
    let isListed = lists.contains(place) || counted.contains(place)
    let path = isItem || isList == isListed ? place : isList ? place + "[]" : place + " alone"
    switch first {
    case UInt8(ascii: "{"):
      var scan = self
      var names: Set<String> = []
      var isEmpty = true
      try cursor.object { (key, cursor) throws(JSONFault) in
        isEmpty = false
        // A key that looks like a path is not taken for one.
        let name = key.contains { $0 == "." || $0 == ":" } || key.isEmpty ? "‹\(key)›" : key
        let inner = path.isEmpty ? name : "\(path).\(name)"
        if !names.insert(name).inserted { scan.values.append((inner + " twice", .nothing)) }
        try scan.collect(&cursor, at: inner, depth: depth + 1, isItem: false, counted)
      }
      self = scan
      if isEmpty { values.append((path, .nothing)) }
    case UInt8(ascii: "["):
      var scan = self
      let isCounted = counted.contains(path)
      let inner = isItem ? path + "[]" : path
      var count = 0
      try cursor.array { cursor throws(JSONFault) in
        count += 1
        guard isCounted else {
          // A box has two sides.
          let isMore = count > 2 && inner.hasSuffix(".box")
          return try scan.collect(
            &cursor, at: isMore ? inner + "[]" : inner, depth: depth + 1, isItem: true, counted)
        }
        try cursor.skipValue()
        scan.listCounts[path, default: 0] += 1
      }
      self = scan
      // An empty list of samples is one of no samples.
      if count == 0, !isCounted { values.append((inner, .nothing)) }
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
      return word == "null" ? .null : .truth(word == "true")
    }
    do throws(JSONFault) {
      return .number(try cursor.integer())
    } catch {
      try cursor.skipValue()
      return .fraction
    }
  }
}
