internal import InkModel

extension PrivacyExamination {
  /// A summary holds numbers under known names and no text but the values that it tallies.
  mutating func takeSummary(_ scan: RawScan) {
    for (path, value) in scan.values {
      let keys = path.split(separator: ".", omittingEmptySubsequences: false)
      switch (keys.first, keys.count, value) {
      case ("schema", 1, .text(let text)) where Self.isSummarySchema(text): break
      case ("counts", 2, .number) where Self.isName(keys[1]): summaryNumberCount += 1
      case ("tallies", 3, .number)
      where tallied.count < Self.talliedMax && Self.isTallied(keys[2], of: keys[1]):
        summaryNumberCount += 1
        tallied.append(keys[2...].joined(separator: "."))
      case ("histograms", 2, .number) where Self.isName(keys[1], inList: true): summaryNumberCount += 1
      case ("counts", 1, .nothing), ("tallies", 1...2, .nothing), ("histograms", 1, .nothing): break
      default: noteUnknown(path)
      }
    }
    for path in scan.listCounts.keys { noteUnknown(path) }
  }

  /// Longer lists of tallied values would be no tallies.
  private static let talliedMax = 100

  private static func isSummarySchema(_ text: String) -> Bool { text == "inkbench-summary/1" }

  /// Whether a value has the form that its tally has; any other text could say anything.
  private static func isTallied(_ value: Substring, of tally: Substring) -> Bool {
    switch tally {
    case "canvas":
      let sides = value.split(separator: "x", omittingEmptySubsequences: false)
      return sides.count == 2 && sides.allSatisfy { isNumber($0) }
    case "rate", "pen": return isNumber(value) && UInt16(value) != nil
    case "start": return value == "first" || value == "last"
    case "saving":
      let words = value.split(separator: " ", omittingEmptySubsequences: false)
      return 2...3 ~= words.count && SavePolicy.Trigger(rawValue: String(words[0])) != nil
        && words.dropFirst().allSatisfy { isNumber($0) }
    default: return false
    }
  }

  /// Whether a text is a number as this program writes it.
  private static func isNumber(_ text: Substring) -> Bool { UInt32(text).map { String($0) } == String(text) }

  /// Whether a key is a name as the format has them: letters, no longer than a term.
  ///
  /// Of a list, the scan adds brackets to it.
  private static func isName(_ key: Substring, inList isInList: Bool = false) -> Bool {
    guard key.hasSuffix("[]") == isInList else { return false }
    let key = isInList ? key.dropLast(2) : key
    return key.utf8.count <= 40 && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
