internal import InkModel
package import InkReplay
package import InkReport
package import InkRun
internal import InkStorage
internal import InkTrace

/// A state of an earlier exploration, made again.
///
/// A state is a choice amongst the operations of a recording, and the same store on the same session makes
/// the same operations. So the replay is recorded anew, the choice is made again, and the digest tells
/// whether it still means what it meant.
package struct StateRepeat {
  package let image: StoreImage
  package let verdict: Verdict
  private let isSecondCrash: Bool
  package let promise: Promise
  /// What would have kept it from coming about; empty where no promise is broken.
  package let missingBarrier: String
  package let culprits: [String]
  /// When the crash came.
  package let progress: ReplayProgress
  /// The store before the replay, and the log of its file calls.
  package let base: StoreImage
  package let log: [UInt8]

  /// Records, makes and judges; nil if the store makes other file calls than it did.
  ///
  /// `place` is a directory that exists and is ours.
  package static func make(
    _ state: ReportedState, of runCase: RunCase, under profile: CrashProfile, excerpt: CrashExcerpt,
    place: String, recorder: ChildLauncher, checker: ChildLauncher
  ) throws(RunError) -> StateRepeat? {
    let path = place + "/session.inksession"
    do throws(TraceError) { try SessionFile.write(excerpt.session, to: path) } catch { throw .trace(error) }
    let session = SessionReference.file(path: path)
    let recording = try CrashRecorder(launcher: recorder, place: place).record(
      runCase, session: session, seed: excerpt.session.seed)
    return try examine(
      state, of: recording, recording.model(), runCase, under: profile, session: excerpt.session, in: session,
      place: place, checker: checker)
  }

  /// Makes a state of the recording that lies in a place, and judges it.
  private static func examine(
    _ reported: ReportedState, of recording: CrashRecording, _ model: CrashModel, _ runCase: RunCase,
    under profile: CrashProfile, session: Session, in file: SessionReference, place: String,
    checker: ChildLauncher
  ) throws(RunError) -> StateRepeat? {
    let state = reported.state
    var images = CrashImages(model: model, profile: profile)
    guard images.has(state) else { return nil }
    var image = images.image(of: state)
    guard image.digest == state.digest else { return nil }
    var checks = StateChecks(
      task: StateTask(
        runCase.name, seed: session.seed, session: file, place: place, profiles: [profile]),
      roles: runCase.backend.traits.fileRoles, launcher: checker, workers: 1)
    checks.task.isCautious = true
    let observation: Observation
    if let second = reported.second {
      let made = try SecondRepeat.make(second.number, after: state, profile: 0, checks)
      guard let made, made.image.digest == second.digest else { return nil }
      (image, observation) = (made.image, made.observation)
    } else {
      let observed = try checks.run(of: [(0, state)], isOver: { false }, progress: { _ in })
      guard let first = observed.observations.first else { throw .child("interrupted") }
      observation = first
    }
    let history = DocumentHistory(session: session, plan: ReplayPlan(session))
    let finder = CulpritFinder(model: model, profile: profile)
    let culprit = finder.culprit(of: state)
    let text = CallText(recording.entries)
    let barrier = MissingBarrier(plan: finder.plan, text: text, entries: recording.entries)
    let base: StoreImage
    let log: [UInt8]
    do throws(StoreImageError) {
      // Both as they were recorded: the names in one are those in the other.
      base = try StoreImage(directory: CrashFiles.base(place))
      log = try Platform.bytes(of: CrashFiles.log(place))
    } catch {
      throw .child(error.description)
    }
    let verdict = observation.verdict(
      for: state.progress, by: history, unit: runCase.backend.traits.unit)
    let promise = profile.promise(of: runCase.name.durability)
    let sentence =
      reported.second == nil ? barrier.sentence(for: culprit, of: state) : SecondCrashes.missingBarrier
    return StateRepeat(
      image: image, verdict: verdict, isSecondCrash: reported.second != nil, promise: promise,
      missingBarrier: verdict.isBroken(promise) ? sentence : "",
      culprits: culprit.calls.map(text.sentence),
      progress: state.progress, base: base, log: log)
  }

  /// Makes the state of a bundle from the bundle's own log, and judges it; nil if the log gives another one.
  ///
  /// Nothing is recorded, and the bundle is not touched.
  package static func make(
    _ files: BundledFiles, in directory: String, of runCase: RunCase, place: String, checker: ChildLauncher
  ) throws(RunError) -> StateRepeat? {
    do throws(StoreImageError) {
      try Platform.makeDirectory(CrashFiles.base(place))
      try files.base.write(to: CrashFiles.base(place))
      try Platform.write(files.log, to: CrashFiles.log(place))
    } catch {
      throw error.isDiskFull ? .diskFull(error.description) : .store(error.description)
    }
    let file = SessionReference.file(path: directory + "/" + CrashBundle.sessionName)
    return try examine(
      ReportedState(files.state), of: files.recording, files.model, runCase, under: files.profile,
      session: try file.load(), in: file, place: place, checker: checker)
  }

  /// Leaves the store as the crash left it, in a directory that exists and is empty.
  package func keep(in directory: String) throws(RunError) {
    do throws(StoreImageError) { try image.write(to: directory) } catch {
      throw error.isDiskFull ? .diskFull(error.description) : .store(error.description)
    }
  }

  /// What the user would see.
  package var seen: String { isSecondCrash ? SecondCrashes.seen(verdict.seen) : verdict.seen }
}
