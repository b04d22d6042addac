internal import InkModel

extension InkSummary {
  /// The summary as one line of JSON, keys in a fixed order, so that equal summaries have equal texts.
  package var json: String {
    var text = "{\"schema\":\(textAsJSON(Self.schema)),\"counts\":{"
    text += members(Count.allCases.compactMap { key in counts[key].map { (key.rawValue, String($0)) } })
    text += "},\"tallies\":{"
    text += members(
      Tally.allCases.compactMap { key in
        guard let values = tallies[key], !values.isEmpty else { return nil }
        let sorted = values.sorted { $0.key < $1.key }.map { ($0.key, String($0.value)) }
        return (key.rawValue, "{\(members(sorted))}")
      })
    text += "},\"histograms\":{"
    text += members(
      Measure.allCases.compactMap { key in histograms[key].map { (key.rawValue, Self.text($0)) } })
    return text + "}}\n"
  }

  private func members(_ members: [(String, String)]) -> String {
    members.map { "\(textAsJSON($0.0)):\($0.1)" }.joined(separator: ",")
  }

  /// Zeros, sum in thousandths, first bin, and the bins; a run of empty ones is their negative number.
  private static func text(_ histogram: LogHistogram) -> String {
    var numbers = [histogram.zeroCount, histogram.sumThousandths, histogram.firstBin]
    var empty = 0
    for count in histogram.counts {
      if count == 0 {
        empty += 1
        continue
      }
      if empty > 0 { numbers.append(empty == 1 ? 0 : -empty) }
      empty = 0
      numbers.append(count)
    }
    return "[" + numbers.map { String($0) }.joined(separator: ",") + "]"
  }

  /// Whether a file's first bytes are those of a summary, of any version.
  package static func isSummary(startingWith bytes: some Collection<UInt8>) -> Bool {
    let start = String(decoding: bytes.prefix(80), as: UTF8.self).filter { !$0.isWhitespace }
    return start.hasPrefix("{\"schema\":\"inkbench-summary/")
  }
}

/// Why a text is no summary that can be used, and where.
package struct SummaryError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
}

extension InkSummary {
  /// Longer files are no summaries: a histogram of every bin for every measure takes a fifth of it.
  package static let byteCountMax = 1 << 18

  /// Reads a summary from the bytes of its JSON text.
  ///
  /// Throws with the place if a version or key is unknown, or if numbers contradict each other.
  package init(json bytes: [UInt8]) throws(SummaryError) {
    do throws(JSONFault) {
      try self.init(parsing: bytes)
    } catch {
      throw SummaryError(description: error.description)
    }
  }

  private init(parsing bytes: [UInt8]) throws(JSONFault) {
    self.init()
    // Bytes of an array of bytes have no padding.
    var cursor = unsafe JSONCursor(bytes.span.bytes)
    guard bytes.count <= Self.byteCountMax else {
      throw cursor.fault("the text has \(bytes.count) bytes; a summary has at most \(Self.byteCountMax)")
    }
    var keys: Set<String> = []
    var summary = InkSummary()
    try cursor.object { (key, cursor) throws(JSONFault) in
      guard keys.insert(key).inserted else { throw cursor.fault("'\(key)' stands twice") }
      guard key == "schema" || keys.contains("schema") else {
        throw cursor.fault("a summary begins with \"schema\": \"\(Self.schema)\"")
      }
      switch key {
      case "schema":
        let found = try cursor.string()
        guard found == Self.schema else {
          throw cursor.fault("the schema '\(found)' is unknown; this program reads '\(Self.schema)'")
        }
      case "counts": try summary.readCounts(&cursor)
      case "tallies": try summary.readTallies(&cursor)
      case "histograms": try summary.readHistograms(&cursor)
      default: throw cursor.fault("a summary has no '\(key)'")
      }
    }
    guard cursor.isAtEnd() else { throw cursor.fault("something follows the end of the summary") }
    for key in ["schema", "counts", "tallies", "histograms"] where !keys.contains(key) {
      throw cursor.fault("the summary lacks '\(key)'")
    }
    guard summary[.sessions] > 0 else { throw cursor.fault("the summary is of no session") }
    self = summary
  }

  private mutating func readCounts(_ cursor: inout JSONCursor) throws(JSONFault) {
    var found: [Count: Int] = [:]
    try cursor.object { (key, cursor) throws(JSONFault) in
      guard let count = Count(rawValue: key), Count.summarised.contains(count) else {
        throw cursor.fault("a summary counts no '\(key)'")
      }
      found[count] = try Self.number(&cursor)
    }
    counts = found
  }

  private mutating func readTallies(_ cursor: inout JSONCursor) throws(JSONFault) {
    var found: [Tally: [String: Int]] = [:]
    try cursor.object { (key, cursor) throws(JSONFault) in
      guard let tally = Tally(rawValue: key), Tally.summarised.contains(tally) else {
        throw cursor.fault("a summary has no tally '\(key)'")
      }
      var values: [String: Int] = [:]
      try cursor.object { (value, cursor) throws(JSONFault) in
        guard values.count < InkSummary.tallyValuesMax, value.utf8.count <= 40 else {
          throw cursor.fault("the tally '\(key)' has too many values, or one that is too long")
        }
        values[value] = try Self.number(&cursor)
      }
      found[tally] = values
    }
    tallies = found
  }

  private mutating func readHistograms(_ cursor: inout JSONCursor) throws(JSONFault) {
    var found: [Measure: LogHistogram] = [:]
    try cursor.object { (key, cursor) throws(JSONFault) in
      guard let measure = Measure(rawValue: key), Measure.summarised.contains(measure) else {
        throw cursor.fault("a summary has no histogram of '\(key)'")
      }
      found[measure] = try Self.histogram(&cursor, named: key)
    }
    histograms = found
  }

  private static func histogram(
    _ cursor: inout JSONCursor, named name: String
  ) throws(JSONFault) -> LogHistogram {
    var numbers: [Int] = []
    var bins: [Int] = []
    try cursor.array { cursor throws(JSONFault) in
      let value = try cursor.integer()
      guard numbers.count == 3 else { return numbers.append(value) }
      guard value > -binsMax, bins.count + max(1, -value) <= binsMax else {
        throw cursor.fault("the histogram of '\(name)' has too many bins")
      }
      if value < 0 { bins += [Int](repeating: 0, count: -value) } else { bins.append(value) }
    }
    guard numbers.count == 3, numbers.prefix(2).allSatisfy({ 0...numberMax ~= $0 }) else {
      throw cursor.fault("the histogram of '\(name)' is out of range")
    }
    let (zeros, sum, from) = (numbers[0], numbers[1], numbers[2])
    let histogram = LogHistogram(zeroCount: zeros, firstBin: from, counts: bins, sumThousandths: sum)
    guard let histogram else { throw cursor.fault("the histogram of '\(name)' is out of range") }
    return histogram
  }

  private static func number(_ cursor: inout JSONCursor) throws(JSONFault) -> Int {
    let value = try cursor.integer()
    guard 0...numberMax ~= value else { throw cursor.fault("\(value) is out of range: counts are from 0 up") }
    return value
  }

  static let binsMax = LogHistogram.highestBin - LogHistogram.lowestBin + 1

  /// Small enough that many summaries can be added.
  private static let numberMax = 1 << 54
}
