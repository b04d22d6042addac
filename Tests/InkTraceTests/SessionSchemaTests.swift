import InkModel
import InkTestFixtures
import InkTrace
import Testing

@Suite("Session files: the published schema", .enabled(if: JSONSchemaChecker.isInstalled))
struct SessionSchemaTests {
  @Test("Every line of every written session meets the schema")
  func writtenLines() throws {
    let directory = try TemporaryDirectory()
    var paths: [String] = []
    for seed in 0..<20 as Range<UInt64> {
      let sessions = [
        RandomSession.make(seed: seed), RandomSession.recorded(seed: seed),
        try RandomSession.dropped(seed: seed),
      ]
      for (kind, session) in sessions.enumerated() {
        paths.append(directory.path + "/\(seed)-\(kind).inksession")
        try SessionFile.write(session, to: paths[paths.count - 1])
      }
    }
    paths.append(try directory.write(PackageResources.golden_inksession, to: "golden"))
    let schema = try directory.write(Array(SessionFile.schema.utf8), to: "schema.json")
    let checked = try #require(JSONSchemaChecker.run(["-c", JSONSchemaChecker.script, schema] + paths))
    #expect(checked.output == "")
    #expect(checked.status == 0)
  }

  @Test("The schema refuses what the reader refuses")
  func damagedLines() throws {
    let directory = try TemporaryDirectory()
    let lines = String(decoding: PackageResources.golden_inksession, as: UTF8.self).split(separator: "\n")
    let changes = [
      (1, "\"times\":\"recorded\",", ""), (1, "\"policy\"", "\"polizy\""), (1, "session/1", "session/2"),
      (1, "\"inline\":true", "\"inline\":false"), (1, "\"app\"", "\"file\""), (2, "\"stroke\"", "\"strike\""),
      (3, "open-document", "open"), (3, "\"action\"", "\"dx\":1,\"action\""),
      (4, "\"start\":0", "\"start\":-1"),
      (5, "\"index\":1,", ""), (5, "1a1a1aff", "1A1A1AFF"), (5, "1000,", "1000.5,"),
      (5, "\"pen\"", "\"pan\""),
      (6, "250000", "1073741825"), (9, "\"dx\":-5,", ""),
    ]
    let damaged = changes.map { number, text, other in
      lines[number - 1].replacing(text, with: other)
    }
    let path = try directory.write(Array((damaged.joined(separator: "\n") + "\n").utf8), to: "damaged")
    let schema = try directory.write(Array(SessionFile.schema.utf8), to: "schema.json")
    let checked = try #require(JSONSchemaChecker.run(["-c", JSONSchemaChecker.script, schema, path]))
    #expect(checked.output == (1...changes.count).map { "damaged \($0)\n" }.joined())
  }
}
