internal import InkModel

extension PrivacyExamination {
  /// What was found, field by field, and the verdict; ends with a newline.
  package var text: String {
    let rows = (isSummary ? summaryRows : sessionRows) + wrappingRows
    let width = rows.map { $0.0.count }.max() ?? 0
    let lines = rows.map { name, found in
      name + String(repeating: " ", count: width - name.count) + "  " + found
    }
    return (lines + ["", verdict]).joined(separator: "\n") + "\n"
  }

  /// One sentence on what the file is and what it says it is.
  package var verdict: String {
    let holds = "The content is '\(mode.rawValue)'"
    if isFalse {
      return holds + ", and the file says that it is '\(claim.rawValue)': it holds more than it says."
    }
    return claim == mode
      ? holds + ", as the file says."
      : holds + "; the file says that it is '\(claim.rawValue)', so it holds less than it might."
  }

  private var sessionRows: [(String, String)] {
    findings.map { ($0.field.name, words(for: $0)) } + unknownRows
  }

  private var wrappingRows: [(String, String)] {
    (hasTellingHeader ? [("name, comment or time in the gzip header", "there; 'gzip -n' writes none")] : [])
      + (refusal.map { [("as a summary", "refused: \($0)")] } ?? [])
  }

  private var unknownRows: [(String, String)] {
    guard unknownCount > 0 else { return [("unknown keys", "none")] }
    let names = unknownKeys.map { "\(quoted($0.path)) (line \($0.line))" }.joined(separator: ", ")
    return [("unknown keys", "\(grouped(unknownCount)): \(names)")]
  }

  private var summaryRows: [(String, String)] {
    [
      ("ink, events, identifiers, names", unknownCount == 0 ? "none" : "see unknown keys"),
      ("counts and histograms", "\(grouped(summaryNumberCount)) numbers"),
      ("tallied values", tallied.isEmpty ? "none" : tallied.map(quoted).joined(separator: ", ")),
    ] + unknownRows
  }

  private func words(for finding: Finding) -> String {
    let rule = finding.field.rule
    let unit = finding.field.unit.isEmpty ? "" : " (\(finding.field.unit))"
    guard finding.count > 0 else { return "none" }
    let number = grouped(finding.count) + unit
    guard finding.violations > 0 else {
      if case .empty = rule { return "none: \(number) empty" }
      return "\(number), \(rule.text) (checked)"
    }
    let line = finding.firstLine.map { ", first in line \($0)" } ?? ""
    let most = finding.violations == finding.count ? "" : "\(grouped(finding.violations)) of "
    return "\(most)\(number)\(line)\(sample(of: finding))"
  }

  private func sample(of finding: Finding) -> String {
    guard case .empty = finding.field.rule, !finding.texts.isEmpty else { return "" }
    return ": " + finding.texts.map(quoted).joined(separator: ", ")
  }

  private func quoted(_ text: String) -> String {
    "'" + (text.count > 40 ? text.prefix(40) + "…" : text).replacing("\n", with: " ") + "'"
  }

  private func grouped(_ number: Int) -> String {
    var digits = String(number)[...]
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
