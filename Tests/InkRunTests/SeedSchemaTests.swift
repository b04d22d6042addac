import Foundation
import InkModel
import InkReport
import InkTestFixtures
import Testing

@testable import InkRun

@Suite("Reports on many seeds: the published schema", .enabled(if: JSONSchemaChecker.isInstalled))
struct SeedSchemaTests {
  /// A failure of every kind, one of them shrunk and one of a session file; a case without a codec.
  private static var report: SeedReport {
    let name = CaseName(
      workload: "tiny", backend: "journal", codec: "packed", durability: .powerDurable)
    var result = SeedResult(name: name)
    result.checkedCount = 12
    result.failures = Finding.Kind.allCases.enumerated().map {
      SeedResult.Failure(
        index: $0, finding: Finding(kind: $1, moment: "at the end", detail: "page 1 is \"gone\""))
    }
    var failures = result.failures.map { SeedReport.Failure(seed: .max, $0.finding, command: "run tiny") }
    failures[0].sessionFile = "journal-1.inksession"
    failures[0].sessionEvents = 5
    failures[1].seed = nil
    var bare = SeedResult(
      name: CaseName(workload: "tiny", backend: "sqlite", codec: nil, durability: .processCrash))
    bare.uncheckedCount = 1
    bare.uncheckedReason = "it has no room"
    return SeedReport(
      command: "inkbench run tiny --check-only", sizes: ["tiny: at most 40 strokes"], secondsPerSession: 20,
      elapsedSeconds: 1.5, isInterrupted: true,
      cases: [SeedReport.Row(result, failures: failures), SeedReport.Row(bare, failures: [])])
  }

  @Test("A written report meets the schema; one with another field, kind or version does not")
  func schema() throws {
    let directory = try TemporaryDirectory()
    try Self.report.write(to: directory.path)
    let good = String(decoding: try directory.read(SeedReport.jsonName), as: UTF8.self)
      .replacing("\n", with: " ")
    #expect(SeedReport.read(directory.path + "/" + SeedReport.jsonName) == Self.report)
    let odd = ("\"isInterrupted\" :", "\"isOdd\" : true, \"isInterrupted\" :")
    for (old, new) in [("seeds/1", "seeds/2"), ("\"moment\"", "\"minute\""), odd] {
      let path = try directory.write(Array(good.replacing(old, with: new).utf8), to: "foreign")
      #expect(good.contains(old) && SeedReport.read(path) == nil, "\(new)")
    }
    let changes = [
      ("seeds/1", "seeds/2"), ("\"torn\"", "\"bent\""), ("\"checkedCount\" : 12", "\"checkedCount\" : -1"),
      ("\"moment\"", "\"minute\""),
      ("\"seed\" : \"18446744073709551615\"", "\"seed\" : 18446744073709551615"),
      ("\"sessionEvents\" : 5,", ""),
    ]
    let documents = [good] + changes.map { good.replacing($0, with: $1) }
    let lines = documents.map { $0 + "\n" }.joined()
    let path = try directory.write(Array(lines.utf8), to: "reports")
    let schema = try directory.write(Array(SeedReport.jsonSchema.utf8), to: "schema.json")
    let checked = try #require(JSONSchemaChecker.run(["-c", JSONSchemaChecker.script, schema, path]))
    #expect(checked.output == (2...documents.count).map { "reports \($0)\n" }.joined())
  }
}
