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
      ("\"points\":", "\"dots\":"), ("\"tallies\":", "\"lists\":"),
      ("\"sessions\":1", "\"sessions\":-1"),
      ("\"points\":[0,", "\"points\":[-1,"), ("\"points\":[0,", "\"points\":[0.5,"),
      ("\"points\":[0,", "\"points\":[\"none\",0,"),
      ("\"histograms\":{", "\"histograms\":{\"sitGap\":[0,5],"),
      ("\"histograms\":{", "\"histograms\":{\"sitGap\":[0,5,900,1],"),
      ("\"histograms\":{", "\"histograms\":{\"sitGap\":[0,5,0,-900],"),
      // What was measured, but is not kept.
      ("\"histograms\":{", "\"histograms\":{\"strokeSeconds\":[0,5,0,1],"),
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
