import Foundation
import InkReport
import InkStorage
import Testing

@testable import InkCommand

@Suite struct ListTests {
  @Test("The list names everything that options choose from")
  func everything() throws {
    let workloads = [NamedSummary(name: "meeting", summary: "An hour of notes.")]
    let session = try Session("list", workloads: workloads)
    #expect(session.code == .success)
    #expect(
      session.output == """
        Workloads
          meeting  An hour of notes.

        Backends
          fake   standard  level 1   own format  A name and nothing else.
          other  standard  no level  any codec   Another one.

        Codecs
          terse  standard  Keeps nothing.

        Durability classes
          process-crash     Acknowledged saves survive the end of the process; nothing is synced.
          power-consistent  After a power cut each page or document is a saved version of it.
          power-durable     After a power cut nothing is older than the last acknowledged save.

        """)
  }

  @Test("A run takes presets and rows to compare with only by name, or with all others")
  func presets() throws {
    let registry = try Registry(backends: [PresetStore.self, FakeStore.self], codecs: [])
    #expect(
      try Session("list backends", registry: registry).output == """
        Backends
          fake-preset  by name   level 1  own format  The same with an option.
          fake         standard  level 1  own format  A name and nothing else.

        """)
    #expect(try registry.backends(named: []).map { $0.traits.name } == ["fake"])
    #expect(try registry.backends(named: ["fake-preset"]).map { $0.traits.name } == ["fake-preset"])
    #expect(try registry.backends(named: ["all"]).map { $0.traits.name } == ["fake-preset", "fake"])
  }

  @Test("One kind can be listed alone")
  func oneKind() throws {
    #expect(try Session("list codecs").output == "Codecs\n  terse  standard  Keeps nothing.\n")
  }

  @Test("A schema is printed byte for byte, and an unknown format is a usage error")
  func schema() throws {
    let schemas = [PublishedSchema(name: "report", text: "{\"a\": 1}\n")]
    #expect(try Session("schema", schemas: schemas).output == "report\n")
    #expect(try Session("schema report", schemas: schemas).output == "{\"a\": 1}\n")
    let session = try Session("schema reprot", schemas: schemas)
    #expect(session.code == .usage)
    #expect(session.errors.hasPrefix("inkbench: unknown format 'reprot': did you mean 'report'?\n"))
  }

  @Test("Each published schema is JSON and says which format it is of")
  func published() throws {
    let formats = [
      "calibration": CalibrationReport.schemaName, "crash": CrashReport.schemaName,
      "crash-bundle": "inkbench-crash-bundle/2",
      "crash-profile": "inkbench-crash-profile/1",
      "device": Device.schemaName, "doctor": "inkbench-doctor/1", "moments": "inkbench-moments/1",
      "report": Report.schemaName, "session": "inkbench-session/2", "seeds": "inkbench-seeds/1",
      "summary": "inkbench-summary/1",
    ]
    #expect(Set(PublishedSchema.all.map(\.name)) == Set(formats.keys))
    for schema in PublishedSchema.all {
      let object = try JSONSerialization.jsonObject(with: Data(schema.text.utf8))
      #expect(object is [String: Any], "\(schema.name)")
      #expect(schema.text.contains("\"\(formats[schema.name] ?? "?")\""), "\(schema.name)")
      #expect(schema.text.hasSuffix("}\n"))
    }
  }
}

private final class PresetStore: FakeStore {
  override class var traits: BackendTraits {
    BackendTraits(
      name: "fake-preset", level: 1, summary: "The same with an option.", isStandard: false)
  }
}
