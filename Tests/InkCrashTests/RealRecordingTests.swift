import InkCrash
import InkModel
import InkReplay
import InkStorage
import InkTap
import InkTestFixtures
import Testing

/// Recordings of real stores, made in processes of their own, because a process has one tap.
@Suite struct RealRecordingTests {
  @Test(
    "The model of a real store's saves ends in the store as it is, and its states have true digests",
    arguments: ["snapshot", "journal", "sqlite"], Durability.allCases)
  func realStores(name: String, durability: Durability) async throws {
    await #expect(processExitsWith: .success) {
      [name = name as String, durability = durability as Durability] in
      let store = try RecordedStore(name, durability)
      let model = try CrashModel(base: store.base, entries: store.entries)
      #expect(!model.operations.isEmpty)
      let process = profile("process-crash")
      let states = model.states(process)
      let last = try #require(states.last { $0.variant == .none && $0.progress.acknowledgedStep == 2 })
      #expect(store.differences(model.image(of: last, under: process)) == [], "as the program left it")
      for profile in CrashProfile.builtIn {
        var images = CrashImages(model: model, profile: profile)
        var random = SplitMix64(seed: 1)
        let states = model.states(profile, bounds: ExplorationBounds(statesMax: 300))
        for state in states where random.chance(0.1) {
          try #require(images.image(of: state).digest == state.digest, "\(profile.name), \(state)")
        }
      }
    }
  }

  @Test(
    "What a power-durable store acknowledged is there in every state after it, wherever syncs hold",
    arguments: ["snapshot", "journal", "sqlite"])
  func durable(name: String) async throws {
    await #expect(processExitsWith: .success) { [name = name as String] in
      let store = try RecordedStore(name, .powerDurable)
      let model = try CrashModel(base: store.base, entries: store.entries)
      for profile in CrashProfile.builtIn where profile.holdsClaims {
        var images = CrashImages(model: model, profile: profile)
        var seen: Set<StateDigest> = []
        let states = model.states(profile, bounds: ExplorationBounds(statesMax: 2_000))
        for state in states where state.progress.acknowledgedStep == 2 {
          guard seen.insert(state.digest).inserted else { continue }
          #expect(store.differences(images.image(of: state)) == [], "\(profile.name), \(state)")
        }
        #expect(!seen.isEmpty)
      }
    }
  }

  @Test("A store that syncs nothing may lose a save to the power, and not to the end of the process")
  func notDurable() async throws {
    await #expect(processExitsWith: .success) {
      let store = try RecordedStore("snapshot", .processCrash)
      let model = try CrashModel(base: store.base, entries: store.entries)
      for (name, loses) in [("posix-strict", true), ("xfs", true), ("process-crash", false)] {
        var images = CrashImages(model: model, profile: profile(name))
        let bounds = ExplorationBounds(statesMax: 2_000)
        let states = model.states(profile(name), bounds: bounds)
        let differences = states.filter { $0.progress.acknowledgedStep == 2 }
          .flatMap { store.differences(images.image(of: $0)) }
        #expect(differences.isEmpty != loses, "\(name)")
      }
    }
  }
}

/// Two saves of a page of a real store, recorded.
struct RecordedStore {
  let base: StoreImage
  let entries: [RecordedEntry]
  /// The store after the second save, while it is open.
  let last: StoreImage

  init(_ name: String, _ durability: Durability) throws {
    let place = try TemporaryDirectory.inMemory()
    let type = try #require(BuiltInBackends.named(name))
    Tap.watch(directory: place.path, roles: type.traits.fileRoles)
    let backend = try type.init(
      StoreEnvironment(
        directory: place.path, durability: durability, codec: try #require(BuiltInCodecs.named("packed")),
        seed: 1))
    let document = Fixtures.document(pages: 2)
    try backend.createDocument(document)
    try backend.loadPage(Fixtures.page(id: document.pages[0].id, strokes: 3))
    try backend.finishLoading()
    base = try StoreImage(directory: place.path)
    try Tap.record(capacityBytes: 1 << 24)
    var page = Page(id: document.pages[0].id)
    try backend.openPage(page.id, into: &page)
    for save in 1...2 {
      Tap.mark(RecordedMark(.begun, step: save, phase: "save"))
      try Self.draw(UInt64(save), on: &page, in: backend)
      Tap.mark(RecordedMark(.acknowledged, step: save, phase: "save"))
    }
    entries = try Tap.stopRecording().entries()
    last = try StoreImage(directory: place.path)
    withExtendedLifetime(backend) {}
  }

  private static func draw(_ number: UInt64, on page: inout Page, in store: any StorageBackend) throws {
    var arena = InkArena()
    arena.points += Fixtures.points(count: 100, seed: number)
    let stroke = Stroke(
      id: ElementID(rawValue: 900 + number), ink: Ink(), points: ArenaRange(start: 0, count: 100))
    let edit = Edit.put(.stroke(stroke), index: page.elements.count)
    try page.apply(edit, from: arena)
    let change = PageChange(page: page, edits: [edit], arena: arena)
    try store.save(ChangeSet(reason: .autosave, timeMilliseconds: number, pages: [change]))
  }

  /// The files that are the truth of the store and are not as it left them; caches and what is temporary may
  /// differ.
  func differences(_ image: StoreImage) -> [String] {
    last.files.filter { file in
      let isTruth = [".content", ".journal", ".db", "-wal", "document.json", ".sqlite"].contains {
        file.path.hasSuffix($0)
      }
      return isTruth && image.bytes(of: file.path) != file.bytes
    }.map(\.path)
  }
}
