internal import InkModel
internal import InkReport
package import InkRun
internal import InkStorage
internal import InkTap
internal import InkTrace

/// The distinct states of one recorded case, which processes check as often as they are asked to.
package struct RepeatedChecks {
  /// How many states there are.
  package var count: Int { states.count }
  private let states: [(profile: Int, state: CrashState)]
  private let checks: StateChecks

  /// Records a case and takes the first states that a profile allows; `place` is a directory that exists and
  /// is ours.
  package init(
    of runCase: RunCase, under profile: CrashProfile, excerpt: CrashExcerpt, statesMax: Int, place: String,
    recorder: ChildLauncher, checker: ChildLauncher
  ) throws(RunError) {
    let path = place + "/session.inksession"
    do throws(TraceError) { try SessionFile.write(excerpt.session, to: path) } catch { throw .trace(error) }
    let session = SessionReference.file(path: path)
    let model = try CrashRecorder(launcher: recorder, place: place).record(
      runCase, session: session, seed: excerpt.session.seed
    ).model()
    var collection = StateCollection(profileCount: 1)
    _ = CrashExploration(
      model: model, profile: profile, bounds: ExplorationBounds(), seed: excerpt.session.seed
    ).run { state in
      collection.add(state, profile: 0)
      return collection.states.count < statesMax
    }
    states = collection.states
    checks = StateChecks(
      task: StateTask(
        runCase.name, seed: excerpt.session.seed, session: session, place: place, profiles: [profile]),
      roles: runCase.backend.traits.fileRoles, launcher: checker, workers: 1)
  }

  /// What it took to check every state.
  package struct Time: Sendable {
    /// From the start of the first process to the last word.
    package var nanoseconds: UInt64
    /// For which the processes had a core, all of them together.
    package var coreNanoseconds: UInt64
  }

  /// Has every state checked by so many processes side by side; this process must have no other children.
  package func time(workers: Int) throws(RunError) -> Time {
    let checks = StateChecks(
      task: checks.task, roles: checks.roles, launcher: checks.launcher, workers: workers)
    let core = Platform.childrenNanoseconds()
    let start = Clock.nanoseconds()
    let observed = try checks.run(of: states, isOver: { false }, progress: { _ in })
    let nanoseconds = Clock.nanoseconds() - start
    guard observed.results.allSatisfy({ $0 != nil }) else { throw .child("states were left out") }
    return Time(nanoseconds: nanoseconds, coreNanoseconds: Platform.childrenNanoseconds() - core)
  }
}
