import InkModel
import InkStorage
import InkStoreFixtures
import InkTestFixtures
import Testing

@Suite("Asynchronous stores") struct AsyncAdapterTests {
  @Test("An actor keeps every promise that the store inside it keeps", arguments: Durability.allCases)
  func contract(durability: Durability) throws {
    let directory = try TemporaryDirectory.inMemory()
    let violations = contractViolations(
      of: AsyncAdapter<Vault>.self, codec: BuiltInCodecs.all[0], durability: durability, in: directory.path)
    #expect(violations == [])
  }

  @Test("An error inside the actor is the error of the call")
  func errors() throws {
    let directory = try TemporaryDirectory.inMemory()
    let store = try AsyncAdapter<Vault>(
      StoreEnvironment(
        directory: directory.path, durability: .processCrash, codec: BuiltInCodecs.all[0]))
    #expect(throws: StorageError.self) { try store.openDocument(DocumentID(rawValue: 9)) }
  }
}

/// The snapshot store behind an actor.
private actor Vault: ForwardingActor {
  static var traits: BackendTraits {
    var traits = StoreWrapper.sound.traits
    traits.name = "vault"
    return traits
  }

  let store: any StorageBackend

  init(_ environment: StoreEnvironment) async throws(StorageError) {
    store = try StoreWrapper.sound.init(environment)
  }
}
