import InkTestFixtures
import Testing

@testable import InkSimulation

@Suite("Summaries: the published schema", .enabled(if: JSONSchemaChecker.isInstalled))
struct SummarySchemaTests {
  @Test("A written summary meets the schema, and what the reader refuses does not")
  func schema() throws {
    let good = try SummaryTests.summary().json
    let changes = [
      ("summary/1", "summary/2"), ("\"strokes\":", "\"shoes\":"), ("\"canvas\":", "\"paper\":"),
      ("\"pointsPerStroke\":", "\"pointsPerPen\":"), ("\"tallies\":", "\"lists\":"),
      ("\"sessions\":1", "\"sessions\":-1"), ("\"from\":", "\"to\":"), ("\"bins\":[", "\"bins\":[0.5,"),
      ("\"sum\":", "\"zeros\":\"none\",\"sum\":"),
    ]
    let damaged = changes.map { good.replacing($0, with: $1) }
    for text in damaged {
      #expect(text != good)
      #expect(throws: SummaryError.self) { try InkSummary(json: Array(text.utf8)) }
    }
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array(([good] + damaged).joined().utf8), to: "summaries")
    let schema = try directory.write(Array(InkSummary.jsonSchema.utf8), to: "schema.json")
    let checked = try #require(JSONSchemaChecker.run(["-c", JSONSchemaChecker.script, schema, path]))
    #expect(checked.output == (2...changes.count + 1).map { "summaries \($0)\n" }.joined())
  }
}
