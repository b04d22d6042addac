import InkModel
import InkReplay
import InkReport
import InkRun
import InkStorage
import InkTestFixtures
import InkTrace
import Testing

@testable import InkCrash

/// Stores whose opening ends the process, or never ends, in the lab and as a store of somebody's.
@Suite("Openings that don't return") struct HangingOpeningTests {
  /// Enough for a process to start on a busy machine, which is silent until it has loaded the session.
  private static let silenceNanosecondsMax: UInt64 = 4_000_000_000

  /// A store with a marker in it that the broken store stumbles over.
  private struct Scene {
    let place: TemporaryDirectory
    let runCase: RunCase
    let checks: StateChecks
    let states: [(profile: Int, state: CrashState)]

    /// Records the session in this process, whose tap must watch nothing else.
    init(_ backend: String, statesMax: Int = 40) throws {
      place = try TemporaryDirectory.inMemory()
      let name = CaseName(workload: "tiny", backend: backend, codec: "packed", durability: .processCrash)
      // The broken stores forward to this one, which knows their files.
      runCase = RunCase(session: 0, name: name, backend: try #require(BuiltInBackends.named("snapshot")))
      let path = place.path + "/excerpt.inksession"
      try SessionFile.write(FaultBench.session, to: path)
      let recorder = ChildLauncher(
        executable: try Built.path(of: "BrokenBench"), words: ["child"], interruption: Interruption())
      let model = try CrashRecorder(launcher: recorder, place: place.path).record(
        runCase, session: .file(path: path), seed: FaultBench.session.seed
      ).model()
      var collection = StateCollection(profileCount: 1)
      _ = CrashExploration(
        model: model, profile: .processCrash, bounds: ExplorationBounds(), seed: 1
      ).run { state in
        collection.add(state, profile: 0)
        return collection.states.count < statesMax
      }
      states = collection.states
      var checks = StateChecks(
        task: StateTask(
          name, seed: FaultBench.session.seed, session: .file(path: path), place: place.path,
          profiles: [.processCrash]),
        roles: runCase.backend.traits.fileRoles,
        launcher: ChildLauncher(
          executable: try Built.path(of: "BrokenBench"), words: ["crash-child"], interruption: Interruption()),
        workers: 1)
      checks.silenceNanosecondsMax = HangingOpeningTests.silenceNanosecondsMax
      self.checks = checks
    }

    /// The first state in which the marker lies.
    func marked() throws -> (index: Int, image: StoreImage) {
      let model = try CrashRecording(place: place.path).model()
      var images = CrashImages(model: model, profile: .processCrash)
      for (index, entry) in states.enumerated() {
        let image = images.image(of: entry.state)
        if image.bytes(of: "writing") != nil { return (index, image) }
      }
      throw ReplayError.session("no state has the marker")
    }
  }

  static let endings: [(backend: String, sentence: String, condition: StoreShape.Condition)] = [
    ("comatose", "opening it took longer than 4.00 s", .endless),
    ("scarred", "the process that opened it died: ", .fatal),
  ]

  @Test(
    "A state whose opening does not return can't be opened, and the others are checked", arguments: [0, 1])
  func lab(index: Int) async {
    await #expect(processExitsWith: .success) { [index = index as Int] in
      let (backend, sentence, condition) = Self.endings[index]
      let scene = try Scene(backend)
      let marked = try scene.marked().index
      let states = Array(scene.states[(marked - 1)...marked]) + [scene.states[0]]
      let observed = try scene.checks.run(of: states, isOver: { false }, progress: { _ in })
      let readings = try (0..<3).map { observed.observations[try #require(observed.observation(of: $0))] }
      #expect(readings[1].first.faults.map(\.outcome) == [.unopenable])
      #expect(readings[1].first.faults.first?.detail.hasPrefix(sentence) == true)
      #expect(readings[1].shape.features.contains(StoreShape.Feature(.document, condition)))
      // Its files are looked at from outside: the marker is no file of the store.
      #expect(readings[1].shape.features.contains(StoreShape.Feature(.temporary, .leftBehind)))
      #expect(readings[0].first.faults.isEmpty && readings[2].first.faults.isEmpty)
    }
  }

  @Test("A slow store is no silent one, however many states its second crash has")
  func slow() async {
    await #expect(processExitsWith: .success) {
      let scene = try Scene("sluggish", statesMax: .max)
      var checks = scene.checks
      checks.task.secondProfiles = [0]
      // The page that is drawn on has come by then.
      let last = try #require(scene.states.last)
      let observed = try checks.run(of: [last], isOver: { false }, progress: { _ in })
      let results = try #require(observed.results[0])
      // Each is opened twice, three tenths of a second each time.
      #expect(UInt64(results.count) * 600_000_000 > Self.silenceNanosecondsMax, "\(results.count)")
      #expect(observed.observations.allSatisfy { $0.first.faults.isEmpty })
    }
  }

  @Test(
    "A store of somebody's whose opening does not return has a shape, and ends nothing", arguments: [0, 1])
  func match(index: Int) async {
    await #expect(processExitsWith: .success) { [index = index as Int] in
      let (backend, _, condition) = Self.endings[index]
      let scene = try Scene(backend)
      var check = ShapeCheck(
        of: try scene.marked().image, place: scene.place.path,
        launcher: ChildLauncher(
          executable: try Built.path(of: "BrokenBench"), words: ["shape-child"], interruption: Interruption())
      )
      check.silenceNanosecondsMax = Self.silenceNanosecondsMax
      let shape = try #require(try check.shape(for: scene.runCase))
      #expect(shape.features.contains(StoreShape.Feature(.document, condition)))
    }
  }
}
