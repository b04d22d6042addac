internal import InkCrash
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkStorage
internal import InkTap

/// Lets a toy live through its session in this process, whose tap watches nothing else meanwhile.
struct ToyRecorder {
  /// What a toy did and met.
  struct Life {
    var model: CrashModel
    /// What the replay ended with, if not with its last step.
    var failure: String?
    /// How often the disk failed.
    var faultCount: Int
  }

  let trial: ToyTrial
  let backend: any StorageBackend.Type
  /// A directory that exists, for the store.
  let place: String

  /// Far more than the few saves of a toy write.
  private static let logBytes = 16 << 20

  /// The environment that toys live in.
  static func environment(_ directory: String) throws -> StoreEnvironment {
    guard let codec = BuiltInCodecs.named("packed") else {
      throw StorageError.misuse("there is no codec 'packed'")
    }
    return StoreEnvironment(directory: directory, durability: .powerDurable, codec: codec, seed: 1)
  }

  /// Builds the session's base, and records every call of the replay from there.
  ///
  /// No sync waits for the disk: what is recorded is that it was asked for.
  func record() throws -> Life {
    let environment = try Self.environment(place + "/store")
    try Posix.makeDirectory(environment.directory)
    Tap.watch(directory: environment.directory, roles: backend.traits.fileRoles)
    Tap.leaveOutSyncs()
    try BaseBuilder.build(trial.session.base, with: backend, in: environment)
    let base = try StoreImage(directory: environment.directory)
    var options = ReplayOptions(exportPath: place + "/export")
    options.marksCalls = true
    let replay = Replay(
      session: trial.session, plan: ReplayPlan(trial.session), backend: backend, environment: environment,
      options: options)
    try Tap.record(capacityBytes: Self.logBytes)
    if let fault = trial.fault { Tap.inject(fault) }
    var failure: String?
    do throws(ReplayError) {
      _ = try replay.run(
        check: InstrumentCheck(canarySeen: true, countedBytes: 0, kernelBytes: nil, faults: []))
    } catch {
      failure = error.description
    }
    Tap.endInjection()
    let entries = try Tap.stopRecording().entries()
    return Life(
      model: try CrashModel(base: base, entries: entries), failure: failure,
      faultCount: trial.fault == nil ? 0 : Int(Tap.injection.faultCount))
  }
}
