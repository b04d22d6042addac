internal import InkModel

/// Turns the text of a workload file into nodes that know their places.
///
/// `JSONCursor` reads the structure and refuses bad syntax; numbers with fractions are taken from the text
/// between two of its positions, because the cursor itself knows integers only.
struct WorkloadParser {
  private let bytes: [UInt8]
  /// Where each line begins, in bytes.
  private let lineStarts: [Int]

  /// Twenty times a workload with all parameters; a bound on work over a file that is something else.
  static let byteCountMax = 1 << 18
  /// Sections, keys, laws and their fields: four levels.
  private static let depthMax = 8

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Reads the whole text, which must be one object.
  func parse() throws(WorkloadError) -> WorkloadNode {
    guard bytes.count <= Self.byteCountMax else {
      throw WorkloadError("the file has \(bytes.count) bytes; a workload has at most \(Self.byteCountMax)")
    }
    do throws(JSONFault) {
      // The span lives as long as the array that it looks at, which this value holds.
      var cursor = unsafe JSONCursor(bytes.span.bytes)
      let node = try value(&cursor, depth: 0)
      guard cursor.isAtEnd() else { throw cursor.fault("something follows the workload") }
      return node
    } catch {
      throw WorkloadError("not valid JSON: \(error.message) (line \(error.line), column \(error.column))")
    }
  }

  private func value(_ cursor: inout JSONCursor, depth: Int) throws(JSONFault) -> WorkloadNode {
    guard depth < Self.depthMax else { throw cursor.fault("the text is nested too deeply") }
    let first = cursor.peek()
    let place = place(of: cursor.offset)
    switch first {
    case UInt8(ascii: "{"): return WorkloadNode(content: try object(&cursor, depth: depth), place: place)
    case UInt8(ascii: "["):
      try cursor.skipValue(depth: depth)
      return WorkloadNode(content: .array, place: place)
    case UInt8(ascii: "\""): return WorkloadNode(content: .text(try cursor.string()), place: place)
    default: return WorkloadNode(content: try scalar(&cursor), place: place)
    }
  }

  private func object(_ cursor: inout JSONCursor, depth: Int) throws(JSONFault) -> WorkloadNode.Content {
    var members: [WorkloadNode.Member] = []
    var keys: Set<String> = []
    try cursor.expect("{")
    if cursor.take("}") { return .object([]) }
    repeat {
      _ = cursor.peek()
      let place = place(of: cursor.offset)
      let key = try cursor.string()
      guard keys.insert(key).inserted else { throw cursor.fault("'\(key)' stands twice") }
      try cursor.expect(":")
      members.append(WorkloadNode.Member(key: key, place: place, value: try value(&cursor, depth: depth + 1)))
    } while cursor.take(",")
    try cursor.expect("}")
    return .object(members)
  }

  private func scalar(_ cursor: inout JSONCursor) throws(JSONFault) -> WorkloadNode.Content {
    let unread = cursor
    try cursor.skipValue()
    let text = String(decoding: bytes[unread.offset..<cursor.offset], as: UTF8.self)
    switch text {
    case "true", "false": return .boolean
    case "null": return .null
    default:
      guard isNumber(text), let number = Double(text), number.isFinite else {
        throw unread.fault("expected a value")
      }
      return .number(number)
    }
  }

  /// Whether a text is a number as JSON spells it; Swift's own parser accepts more, such as `inf` and
  /// `0x1p3`.
  private func isNumber(_ text: String) -> Bool {
    text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
  }

  private func place(of offset: Int) -> WorkloadNode.Place {
    let line = lineStarts.partitioningIndex { $0 > offset }
    return WorkloadNode.Place(line: line, column: offset - lineStarts[line - 1] + 1)
  }
}

extension Array {
  /// The first index whose element fulfils a condition that holds from some index on.
  fileprivate func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
