import Foundation
import FoundationXML
import InkModel
import InkReport
import Testing

@Suite("Crash reports: JUnit XML") struct JUnitTests {
  private func root(_ report: CrashReport) throws -> XMLElement {
    try #require(try XMLDocument(xmlString: JUnit.xml(of: report, in: "out")).rootElement())
  }

  private func number(_ element: XMLElement, _ name: String) -> Int? {
    element.attribute(forName: name)?.stringValue.flatMap { Int($0) }
  }

  @Test("A suite for each store, a test for each profile, and the counts are those of the elements")
  func counts() throws {
    let root = try root(CrashFixture.report)
    let suites = root.elements(forName: "testsuite")
    try #require(suites.count == 4)
    #expect(number(root, "tests") == 7)
    #expect(number(root, "failures") == 2)
    for suite in suites {
      let tests = suite.elements(forName: "testcase")
      #expect(number(suite, "tests") == tests.count)
      #expect(number(suite, "failures") == tests.count { !$0.elements(forName: "failure").isEmpty })
      #expect(number(suite, "errors") == tests.count { !$0.elements(forName: "error").isEmpty })
      #expect(number(suite, "skipped") == tests.count { !$0.elements(forName: "skipped").isEmpty })
    }
    let failed = suites[0].elements(forName: "testcase")[1]
    #expect(failed.attribute(forName: "name")?.stringValue == "xfs")
    let failure = try #require(failed.elements(forName: "failure").first)
    #expect(
      failure.attribute(forName: "message")?.stringValue
        == "corrupt: Page 2 is cut short. The last 3 strokes are gone.")
    #expect(
      failure.stringValue?.contains("crash replay 8d4f00aa12c3e57b --keep found --report out\n") == true)
    #expect(number(root, "errors") == 1)
    let error = suites[3].elements(forName: "testcase").first?.elements(forName: "error").first
    #expect(error?.attribute(forName: "message")?.stringValue == "a | mapping")
  }

  @Test("A store that could not be explored is an error, also beside its faults; one that was stopped is not")
  func notExplored() throws {
    var report = CrashFixture.report
    report.cases[3].faults = [
      FaultRow(fault: "full-disk", span: .lasting, promise: .durable, skipped: "no disk")
    ]
    var stopped = report.cases[3]
    stopped.isCutByTime = true
    stopped.notExplored = CrashCase.stoppedFirst
    report.cases.append(stopped)
    let root = try root(report)
    let suites = root.elements(forName: "testsuite")
    #expect(number(root, "tests") == 10)
    #expect(number(root, "errors") == 1)
    #expect(suites.map { number($0, "errors") } == [0, 0, 0, 1, 0])
    #expect(suites.map { number($0, "skipped") } == [0, 0, 0, 1, 2])
    let tests = suites[3].elements(forName: "testcase")
    #expect(tests.map { $0.elements(forName: "error").count } == [1, 0])
    #expect(tests.map { $0.elements(forName: "skipped").count } == [0, 1], "there is no such disk here")
    #expect(number(suites[4], "tests") == 2)
  }

  @Test("A fault that could not be lived through is an error, and not skipped; one that was lived is neither")
  func unlived() throws {
    var report = CrashFixture.report
    var unlived = FaultRow(
      fault: "io-error", span: .once, promise: .durable, skipped: "the process died")
    unlived.hasFailed = true
    var lived = unlived
    lived.lives = 3
    report.cases[1].faults = [unlived, lived]
    report.cases[1].faults.append(
      FaultRow(fault: "full-disk", span: .lasting, promise: .durable, skipped: "no disk"))
    #expect(report.cases.map(\.hasFailed) == [false, true, false, true])
    let root = try root(report)
    #expect(number(root, "errors") == 2)
    let suite = root.elements(forName: "testsuite")[1]
    #expect(number(suite, "errors") == 1 && number(suite, "skipped") == 1)
    let tests = suite.elements(forName: "testcase").suffix(3)
    #expect(tests.map { $0.elements(forName: "error").count } == [1, 0, 0])
    #expect(tests.map { $0.elements(forName: "skipped").count } == [0, 0, 1])
  }

  @Test("Names and sentences with what XML gives a meaning, or can't hold, stay what they are or go")
  func hostile() throws {
    var report = CrashFixture.report
    report.cases[0].session = CrashFixture.hostile
    report.cases[0].findings = [CrashFixture.finding(CrashFixture.hostile)]
    report.cases[3].notExplored = CrashFixture.hostile
    let suites = try root(report).elements(forName: "testsuite")
    try #require(suites.count == 4)
    let plain = "a<b>&\"c\"'|`]]>"
    #expect(suites[0].attribute(forName: "name")?.stringValue?.contains(plain) == true)
    let failure = suites[0].elements(forName: "testcase")[1].elements(forName: "failure").first
    #expect(failure?.stringValue?.contains(plain) == true)
    #expect(failure?.attribute(forName: "message")?.stringValue?.hasPrefix("corrupt: " + plain) == true)
  }
}
