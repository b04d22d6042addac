internal import InkModel

/// The verdicts as JUnit XML, which build servers read: a suite for each store, a test for each profile.
///
/// A broken promise is a failure. A store that could not be explored, or could not live through a session to
/// meet a fault, is an error: nobody knows what it is worth. Skipped is only what there was no moment or no
/// place for, or what the user stopped first.
package enum JUnit {
  /// The document, in UTF-8; `place` is the report's directory, as a shell reads it.
  package static func xml(of report: CrashReport, in place: String) -> String {
    let tests = report.cases.reduce(0) { $0 + testCount(of: $1) }
    let failures = report.cases.reduce(0) { $0 + brokenTests(of: $1) }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let errors = report.cases.reduce(0) { $0 + errorCount(of: $1) }
    text += "<testsuites name=\"inkbench crash\" tests=\"\(tests)\" failures=\"\(failures)\""
    text += " errors=\"\(errors)\">\n"
    for row in report.cases { text += suite(row, place) }
    return text + "</testsuites>\n"
  }

  /// One more where the store has no verdicts, to say so.
  private static func testCount(of row: CrashCase) -> Int {
    row.profiles.count + row.faults.count + (row.notExplored == nil ? 0 : 1)
  }

  private static func brokenTests(of row: CrashCase) -> Int {
    row.profiles.count(where: \.isBroken) + row.faults.count { $0.broken > 0 }
  }

  private static func errorCount(of row: CrashCase) -> Int {
    row.faults.count(where: \.isUnlived) + (row.isUnexplored ? 1 : 0)
  }

  private static func suite(_ row: CrashCase, _ place: String) -> String {
    let name = attribute(row.name.text)
    let failures = brokenTests(of: row)
    let errors = errorCount(of: row)
    let stopped = row.notExplored != nil && !row.isUnexplored ? 1 : 0
    let skipped = stopped + row.faults.count { $0.lives == 0 && !$0.isUnlived }
    var text =
      "  <testsuite name=\"\(name)\" tests=\"\(testCount(of: row))\" failures=\"\(failures)\""
      + " errors=\"\(errors)\" skipped=\"\(skipped)\">\n"
    if let reason = row.notExplored {
      text += "    <testcase classname=\"\(name)\" name=\"explored\">"
      text += "<\(row.isUnexplored ? "error" : "skipped") message=\"\(attribute(reason))\"/></testcase>\n"
    }
    for profile in row.profiles { text += test(profile, of: row, name, place) }
    for fault in row.faults { text += test(fault, name) }
    return text + "  </testsuite>\n"
  }

  private static func test(
    _ profile: CrashProfileRow, of row: CrashCase, _ name: String, _ place: String
  ) -> String {
    let start = "    <testcase classname=\"\(name)\" name=\"\(attribute(profile.profile))\""
    guard profile.isBroken else { return start + "/>\n" }
    let found = row.findings.filter { $0.profile == profile.profile }
    let first = found.first.map { "\($0.outcome.rawValue): \($0.seen)" } ?? "a promise is broken"
    let details = found.map { "\($0.seen) \($0.missingBarrier)\n\($0.command(in: place))\n" }
      .joined(separator: "\n")
    return start
      + ">\n      <failure message=\"\(attribute(first))\">\(escaped(details))</failure>\n    </testcase>\n"
  }

  private static func test(_ fault: FaultRow, _ name: String) -> String {
    let start = "    <testcase classname=\"\(name)\" name=\"fault \(attribute(fault.title))\""
    if let failure = fault.firstFailure {
      let message = "\(failure.outcome.rawValue): \(failure.seen)"
      return start
        + ">\n      <failure message=\"\(attribute(message))\">\(escaped(failure.command))</failure>\n"
        + "    </testcase>\n"
    }
    guard fault.lives == 0 else { return start + "/>\n" }
    let reason = fault.skipped ?? "there is no moment at which it could strike"
    let element = fault.isUnlived ? "error" : "skipped"
    return start + "><\(element) message=\"\(attribute(reason))\"/></testcase>\n"
  }

  private static func attribute(_ text: String) -> String {
    escaped(oneLine(text)).replacing("\"", with: "&quot;")
  }

  /// Without what XML 1.0 can't hold, and with what it reads otherwise escaped.
  private static func escaped(_ text: String) -> String {
    let allowed = text.unicodeScalars.filter { scalar in
      scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        || scalar == "\n" || scalar == "\t"
    }
    return String(String.UnicodeScalarView(allowed))
      .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
