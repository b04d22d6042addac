internal import InkCrash
internal import InkModel
internal import InkStorage
internal import InkTap

/// How fast the crash lab goes through the states in which a store can be found.
///
/// Method. A few saves of one stroke on the article's recording are recorded, for one store of each level.
/// Under the profile with the most states and one with most of the rules, states are generated with their
/// digests, on one core and with none of them left out as equal. The slowest of these rates is the figure,
/// each the fastest of some repetitions: whatever disturbs one only makes it slower.
enum CrashFigures: FigureMeter {
  static let names = ["crash.generated"]

  private static let backends = ["snapshot", "journal", "sqlite"]
  private static let profiles = ["posix-strict", "ext4-ordered"]
  private static let saves = 8
  private static let repetitions = 5
  private static let states = 100_000
  private static let recordingBytes = 64 << 20

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    var slowest: (measurement: Measurement, words: String)?
    for backend in backends {
      let model = try recordedModel(backend, in: bench)
      for profile in CrashProfile.builtIn where profiles.contains(profile.name) {
        let rates = (0..<repetitions).map { rate(model, profile, seed: UInt64($0)) }
        let measurement = Measurement.of(rates.max() ?? 0, spreadOf: rates)
        if measurement.value < slowest?.measurement.value ?? .infinity {
          slowest = (measurement, "\(backend) under \(profile.name)")
        }
      }
    }
    guard let slowest else { throw CommandFailure(.internalError, "no states were generated") }
    var measurement = slowest.measurement
    measurement.remark = "the slowest is \(slowest.words)"
    return measurement
  }

  /// States per second.
  private static func rate(_ model: CrashModel, _ profile: CrashProfile, seed: UInt64) -> Double {
    let exploration = CrashExploration(
      model: model, profile: profile, bounds: ExplorationBounds(statesMax: states), seed: seed)
    var sum: UInt64 = 0
    let start = Clock.nanoseconds()
    let counts = exploration.run {
      sum ^= $0.digest.low
      return true
    }
    return Double(counts.generated) / Double(Clock.nanoseconds() - start) * 1e9
  }

  /// Saves that never wait for the disk leave everything pending, which is the most to go through.
  private static func recordedModel(
    _ backend: String, in bench: Bench
  ) throws(CommandFailure) -> CrashModel {
    let directory = "\(bench.directory)/crash-\(backend)"
    let store = try BenchStore(
      bench.backend(backend), codec: bench.codec("packed"), durability: .processCrash,
      pages: [BenchPages.referenceRecording()], in: directory)
    do {
      let base = try StoreImage(directory: directory)
      Tap.watch(directory: directory, roles: type(of: store.backend).traits.fileRoles)
      defer { Tap.watch(directory: bench.directory, roles: []) }
      try Tap.record(capacityBytes: recordingBytes)
      for save in 0..<saves { _ = try store.save(newStroke(save, on: store.firstPage)) }
      return try CrashModel(base: base, entries: try Tap.stopRecording().entries())
    } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
  }

  private static func newStroke(_ index: Int, on page: Page) -> ChangeSet {
    guard case .stroke(var stroke)? = page.elements.last else {
      return ChangeSet(reason: .autosave, timeMilliseconds: 1_000, pages: [])
    }
    let count = page.elements.count + index
    stroke.id = ElementID(rawValue: UInt64(count + 1))
    return ChangeSet(
      reason: .autosave, timeMilliseconds: 1_000,
      pages: [PageChange(page: page, edits: [.put(.stroke(stroke), index: count)], arena: page.arena)])
  }
}
