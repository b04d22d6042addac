internal import InkModel

/// What a session or summary file really holds of its writer.
///
/// Method. The file is read as raw JSON, line by line, and not as a session: no key is skipped, none is
/// believed. Each value is looked up in the table of fields and held against what may stay where shapes are
/// dropped. The mode that the content satisfies follows from that alone; the header's claim is compared with
/// it afterwards.
package struct PrivacyExamination: Sendable {
  /// What was found of one field.
  package struct Finding: Sendable {
    package let field: PrivacyField
    package internal(set) var count = 0
    package internal(set) var violations = 0
    /// The first line that holds more than may stay.
    package internal(set) var firstLine: Int?
    /// Texts that were found, the first few.
    package internal(set) var texts: [String] = []
  }

  /// The mode that the file says it has.
  package internal(set) var claim = PrivacyMode.full
  package internal(set) var findings = PrivacyField.all.map { Finding(field: $0) }
  /// Keys that stand in no row of the table, each with its line, the first few.
  package internal(set) var unknownKeys: [(path: String, line: Int)] = []
  package internal(set) var unknownCount = 0
  /// Whether the file is a summary rather than a session.
  package internal(set) var isSummary = false
  package internal(set) var lineCount = 0
  /// Numbers in a summary.
  package internal(set) var summaryNumberCount = 0
  /// The values that a summary tallies, the only text in it.
  package internal(set) var tallied: [String] = []

  /// Whether a gzip header has a name, a comment, a time or a field of its own.
  package internal(set) var hasTellingHeader = false
  /// Why the reader of summaries refuses this one.
  package internal(set) var refusal: String?

  /// The earliest start of an event or a save, from which the others must count.
  private var earliest: (milliseconds: Int, line: Int)?
  private var numbers: [PrivacyRule.Namespace: UInt64] = [:]
  private static let textsMax = 5

  /// Examines a file, compressed or not.
  package init(path: String) throws(TraceError) {
    hasTellingHeader = try TraceInput.hasTellingHeader(path)
    var lines = try LineReader(path: path)
    while try lines.next() {
      lineCount += 1
      let scan: RawScan
      do throws(JSONFault) {
        var cursor = JSONCursor(lines.bytes)
        scan = try RawScan(&cursor, lists: Self.lists, countingLists: Self.countedLists)
        guard cursor.isAtEnd() else { throw cursor.fault("something follows the end of the value") }
      } catch {
        throw TraceError(
          .malformed, file: path, line: lines.number, column: error.column,
          "\(error.message); what is no JSON can't be vouched for")
      }
      if lineCount == 1 { try begin(scan, path: path) }
      if isSummary { takeSummary(scan) } else { take(scan) }
    }
    guard lineCount > 0 else { throw TraceError(.malformed, file: path, "is empty; nothing to examine") }
    checkFirstStart()
  }

  /// Notes that the reader of summaries refuses the file, and why.
  package mutating func refuse(_ reason: String) { refusal = reason }

  /// Times that count from anything but the first of them can be times of day.
  private mutating func checkFirstStart() {
    guard let earliest, earliest.milliseconds != 0, let place = Self.places["start"] else { return }
    findings[place].violations = max(findings[place].violations, 1)
    findings[place].firstLine = min(findings[place].firstLine ?? .max, earliest.line)
  }

  /// The mode that the content satisfies.
  package var mode: PrivacyMode {
    guard !hasTellingHeader, refusal == nil else { return .full }
    if isSummary { return unknownCount == 0 ? .summary : .full }
    return unknownCount == 0 && findings.allSatisfy { $0.violations == 0 } ? .shapesDropped : .full
  }

  /// Whether the file holds more than it says.
  package var isFalse: Bool { claim < mode }

  private static let countedLists = Set(
    PrivacyField.all.filter { $0.rule == .absent }.flatMap(\.paths).filter { $0.hasSuffix(".points") })

  /// Whether a list or an object may stand at a path.
  private static func isKnown(_ path: String) -> Bool {
    lists.contains(path) || places.keys.contains { $0.hasPrefix(path + ".") }
  }

  /// Where a session has lists.
  private static let lists = Set(
    ["assets", "document.pages", "elements", "pieces"]
      + PrivacyField.all.flatMap(\.paths).filter { $0.hasSuffix(".box") })

  private static let places = Dictionary(
    PrivacyField.all.enumerated().flatMap { index, field in field.paths.map { ($0, index) } },
    uniquingKeysWith: { first, _ in first })

  /// Reads what the first line says of the file.
  private mutating func begin(_ scan: RawScan, path: String) throws(TraceError) {
    let texts = scan.values.compactMap { value -> (String, String)? in
      if case .text(let text) = value.value { (value.path, text) } else { nil }
    }
    let schemas = texts.filter { $0.0 == "schema" }.map(\.1)
    isSummary = schemas.contains { $0.hasPrefix("inkbench-summary/") }
    guard isSummary || schemas.contains(where: { $0.hasPrefix(SessionFile.schemaFamily) }) else {
      throw TraceError(.malformed, file: path, line: 1, "is neither a session file nor a summary")
    }
    if isSummary {
      claim = .summary
    } else if texts.contains(where: { $0 == ("shapes", ShapeOrigin.dropped.rawValue) }) {
      claim = .shapesDropped
    }
  }

  private mutating func take(_ scan: RawScan) {
    let isSave = scan.values.contains { $0.path == "save" }
    for (path, value) in scan.values { take(value, at: isSave ? "save:" + path : path) }
    for (path, count) in scan.listCounts { note(path, count: count / 5, breaks: true) }
  }

  private mutating func take(_ value: RawScan.Value, at path: String) {
    if case .nothing = value {
      if !Self.isKnown(path) { noteUnknown(path) }
      return
    }
    guard let place = Self.places[path] else { return noteUnknown(path) }
    if case .text(let text) = value, !text.isEmpty, findings[place].texts.count < Self.textsMax {
      if !findings[place].texts.contains(text) { findings[place].texts.append(text) }
    }
    if case .number(let start) = value, path == "start" || path == "save:start" {
      if start < earliest?.milliseconds ?? .max { earliest = (start, lineCount) }
    }
    note(path, count: 1, breaks: breaks(findings[place].field.rule, value, at: path))
  }

  private mutating func note(_ path: String, count: Int, breaks: Bool) {
    guard let place = Self.places[path] else { return noteUnknown(path) }
    findings[place].count += count
    guard breaks else { return }
    findings[place].violations += count
    if findings[place].firstLine == nil { findings[place].firstLine = lineCount }
  }

  mutating func noteUnknown(_ path: String) {
    unknownCount += 1
    guard unknownKeys.count < Self.textsMax, !unknownKeys.contains(where: { $0.path == path }) else { return }
    unknownKeys.append((path, lineCount))
  }

  /// Whether a value is more than may stay.
  private mutating func breaks(_ rule: PrivacyRule, _ value: RawScan.Value, at path: String) -> Bool {
    if path == "base.inline" {
      if case .truth(true) = value { return false }
      return true
    }
    switch (rule, value) {
    case (.absent, _): return true
    case (.count(let bound), .number(let number)): return !(0...bound ~= number)
    case (.count, .null): return false
    case (.words(let words), .text(let text)): return !words.contains(text)
    case (.hexadecimal(let count), .text(let text)):
      return text.utf8.count != count || text.contains { !$0.isASCII || !$0.isHexDigit }
    case (.hexadecimal, .null): return false
    case (.decimal, .text(let text)): return UInt64(text).map { String($0) } != text
    case (.multiple(let step, let bound), .number(let number)):
      return !number.isMultiple(of: step) || !(-bound...bound ~= number)
    case (.empty, .number(let number)): return number != 0
    case (.empty, .text(let text)): return !text.isEmpty
    case (.word(let word), .text(let text)): return text != word
    case (.word, .null): return false
    case (.numbered(let namespace), .text(let text)):
      guard let number = SessionValue.hexadecimal(text, digitCount: 16), number > 0 else { return true }
      let last = numbers[namespace] ?? 0
      guard number <= last + 1 else { return true }
      numbers[namespace] = max(last, number)
      return false
    default: return true
    }
  }
}
