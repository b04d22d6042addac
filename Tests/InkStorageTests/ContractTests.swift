import InkModel
import InkStorage
import InkTestFixtures
import Testing

@Suite("Contract") struct ContractTests {
  @Test(
    "Every built-in backend keeps every promise, at each class that it claims", arguments: Durability.allCases
  )
  func contract(durability: Durability) throws {
    for backend in BuiltInBackends.all where backend.traits.durabilities.contains(durability) {
      let codecs = backend.traits.usesCodec ? BuiltInCodecs.all : [BuiltInCodecs.all[0]]
      for codec in codecs {
        let directory = try TemporaryDirectory.inMemory()
        let violations = contractViolations(
          of: backend, codec: codec, durability: durability, in: directory.path)
        #expect(violations == [], "\(backend.traits.name), \(codec.name)")
      }
    }
  }

  @Test("Names of backends and codecs are unique and found again")
  func names() {
    let backends = BuiltInBackends.all.map { $0.traits.name }
    let byDefault = BuiltInBackends.all.filter { $0.traits.isMeasuredByDefault }.map { $0.traits.name }
    #expect(byDefault == ["null", "snapshot", "journal", "sqlite"])
    #expect(Array(backends.prefix(4)) == byDefault)
    for name in backends { #expect(BuiltInBackends.named(name)?.traits.name == name) }
    for codec in BuiltInCodecs.all { #expect(BuiltInCodecs.named(codec.name)?.summary == codec.summary) }
    #expect(BuiltInBackends.named("none") == nil)
    #expect(BuiltInCodecs.named("none") == nil)
  }
}
