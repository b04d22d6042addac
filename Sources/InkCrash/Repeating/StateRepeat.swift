internal import InkModel
internal import InkReplay
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
  package let promise: Promise
  /// What would have kept it from coming about.
  package let missingBarrier: String
  package let culprits: [String]

  /// Records, makes and judges; nil if the store makes other file calls than it did.
  ///
  /// `place` is a directory that exists and is ours.
  package static func make(
    _ state: CrashState, of runCase: RunCase, under profile: CrashProfile, excerpt: CrashExcerpt,
    place: String, recorder: ChildLauncher, checker: ChildLauncher
  ) throws(RunError) -> StateRepeat? {
    let path = place + "/session.inksession"
    do throws(TraceError) { try SessionFile.write(excerpt.session, to: path) } catch { throw .trace(error) }
    let session = SessionReference.file(path: path)
    let recording = try CrashRecorder(launcher: recorder, place: place).record(
      runCase, session: session, seed: excerpt.session.seed)
    let model = try recording.model()
    var images = CrashImages(model: model, profile: profile)
    guard images.has(state) else { return nil }
    let image = images.image(of: state)
    guard image.digest == state.digest else { return nil }
    var checks = StateChecks(
      task: StateTask(
        runCase.name, seed: excerpt.session.seed, session: session, place: place, profiles: [profile]),
      launcher: checker, workers: 1)
    checks.task.isCautious = true
    let observed = try checks.run(of: [(0, state)], isOver: { false }, progress: { _ in })
    guard let observation = observed.observations.first else { throw .child("interrupted") }
    let history = DocumentHistory(session: excerpt.session, plan: ReplayPlan(excerpt.session))
    let finder = CulpritFinder(model: model, profile: profile)
    let culprit = finder.culprit(of: state)
    let text = CallText(recording.entries)
    let barrier = MissingBarrier(plan: finder.plan, text: text, entries: recording.entries)
    return StateRepeat(
      image: image,
      verdict: observation.verdict(
        for: state.progress, by: history, unit: runCase.backend.traits.unit),
      promise: profile.promise(of: runCase.name.durability),
      missingBarrier: barrier.sentence(for: culprit, of: state), culprits: culprit.calls.map(text.sentence))
  }

  /// Leaves the store as the crash left it, in a directory that exists and is empty.
  package func keep(in directory: String) throws(RunError) {
    do throws(StoreImageError) { try image.write(to: directory) } catch { throw .store(error.description) }
  }

  /// What the user would see.
  package var seen: String { verdict.seen }
}
