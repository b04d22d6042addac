import InkCommand
import InkStorage
import Testing

@Suite struct RegistryTests {
  @Test("Names give the backends and codecs in the order asked for, and no names give all")
  func picking() throws {
    let registry = try Session.registry()
    #expect(try registry.backends(named: ["other", "fake"]).map { $0.traits.name } == ["other", "fake"])
    #expect(try registry.backends(named: []).map { $0.traits.name } == ["fake", "other"])
    #expect(try registry.codecs(named: ["terse"]).map(\.name) == ["terse"])
    #expect(throws: UsageError("unknown codec 'tersse': did you mean 'terse'?")) {
      try registry.codecs(named: ["tersse"])
    }
  }

  @Test("A run takes two built-in codecs and all of a package's own; the others have to be asked for")
  func standardCodecs() throws {
    let registry = try Registry.standard(codecs: [FakeCodec()])
    #expect(try registry.codecs(named: []).map(\.name) == ["json", "packed", "terse"])
    #expect(try registry.codecs(named: ["all"]).map(\.name) == BuiltInCodecs.all.map(\.name) + ["terse"])
    #expect(try registry.codecs(named: ["varint.z"]).map(\.name) == ["varint.z"])
  }

  @Test("A codec whose name files have no room for, or that means all codecs, is refused")
  func namesOfCodecs() {
    let reasons = [
      "seventeen-letters": "use at most 16 bytes", "all": "that word stands for all of them",
    ]
    for (name, reason) in reasons {
      let refused = CommandFailure(
        .internalError, "a codec can't be called '\(name)': \(reason)")
      #expect(throws: refused) { try Registry(backends: [], codecs: [FakeCodec(name: name)]) }
    }
    #expect(throws: Never.self) { try Registry(backends: [], codecs: [FakeCodec(name: "sixteen-letters.")]) }
  }

  @Test("Two of one name are refused")
  func duplicates() {
    #expect(throws: Self.twice("backend", "fake")) {
      try Registry(backends: [FakeStore.self, OtherStore.self, FakeStore.self], codecs: [])
    }
    #expect(throws: Self.twice("codec", "x")) {
      try Registry(backends: [], codecs: [FakeCodec(name: "x"), FakeCodec(name: "x")])
    }
  }

  @Test("A name that can't stand in a list is refused", arguments: ["", "a,b", "a b", "A", "a/b", "é"])
  func unwritableNames(name: String) {
    let refused = CommandFailure(
      .internalError, "a codec can't be called '\(name)': use lower-case letters, digits, '.' and '-'")
    #expect(throws: refused) { try Registry(backends: [], codecs: [FakeCodec(name: name)]) }
    #expect(throws: CommandFailure.self) { try Registry(backends: [CommaStore.self], codecs: []) }
  }

  private static func twice(_ kind: String, _ name: String) -> CommandFailure {
    CommandFailure(.internalError, "two \(kind)s are called '\(name)': give one of them another name")
  }
}
