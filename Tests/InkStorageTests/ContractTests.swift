import InkModel
import InkStorage
import InkTestFixtures
import Testing

@Suite("Contract") struct ContractTests {
  @Test("Every built-in backend keeps the promises of its classes", arguments: Durability.allCases)
  func contract(durability: Durability) throws {
    for backend in BuiltInBackends.all where backend.traits.durabilities.contains(durability) {
      for codec in Self.codecs(for: backend, durability) {
        let directory = try TemporaryDirectory.inMemory()
        let violations = contractViolations(
          of: backend, codec: codec, durability: durability, in: directory.path)
        #expect(violations == [], "\(backend.traits.name), \(codec.name)")
      }
    }
  }

  /// All codecs once; a durability class is nothing to a codec, so two have to do for the other classes.
  ///
  /// Presets treat pages no differently, and do with the codec that differs most from memory.
  private static func codecs(
    for backend: any StorageBackend.Type, _ durability: Durability
  ) -> [any PageCodec] {
    guard backend.traits.usesCodec, backend.traits.isStandard else { return [BuiltInCodecs.all[0]] }
    guard durability != .processCrash else { return BuiltInCodecs.all }
    return BuiltInCodecs.all.filter { BuiltInCodecs.standardNames.contains($0.name) }
  }

  @Test("Names of backends and codecs are unique and found again")
  func names() {
    let backends = BuiltInBackends.all.map { $0.traits.name }
    let standard = BuiltInBackends.all.filter { $0.traits.isStandard }.map { $0.traits.name }
    #expect(standard == ["null", "snapshot", "journal", "sqlite"])
    #expect(Array(backends.prefix(4)) == standard)
    for name in backends { #expect(BuiltInBackends.named(name)?.traits.name == name) }
    for codec in BuiltInCodecs.all { #expect(BuiltInCodecs.named(codec.name)?.summary == codec.summary) }
    let codecs = BuiltInCodecs.all.map(\.name)
    #expect(
      codecs == [
        "json", "json-delta", "packed", "varint", "json.z", "json-delta.z", "packed.z", "varint.z",
      ])
    #expect(codecs.allSatisfy { $0.utf8.count <= CodecName.byteCountMax })
    #expect(BuiltInCodecs.standardNames.allSatisfy(codecs.contains))
    #expect(BuiltInBackends.named("none") == nil)
    #expect(BuiltInCodecs.named("none") == nil)
  }
}
