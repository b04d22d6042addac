internal import InkModel
package import InkReport
package import InkRun

/// A short look at the states that crashes of one case can leave, as a part of a run.
///
/// Four profiles stand for all. `process-crash` is exact, and looks between any two calls where trials that
/// end real processes look at some. `posix-strict` orders nothing, so that a store which holds under it holds
/// on any file system that keeps what a sync is told. `ext4-ordered` is what most Linux disks do, and is
/// calibrated. `apfs-full` is what an iPad does with F_FULLFSYNC; it is assumed. States lie beside the run's
/// stores, and syncs are left out: neither has a part in a verdict.
package struct ShortExploration: Sendable {
  /// The profiles, in the order of reports.
  package static let profiles: [CrashProfile] = [
    "process-crash", "posix-strict", "ext4-ordered", "apfs-full",
  ].map { name in
    guard let profile = CrashProfile.named(name) else {
      preconditionFailure("the profile \(name) is built in")
    }
    return profile
  }

  private let runCase: RunCase
  private let excerpt: CrashExcerpt
  private let statesMax: Int
  private let seed: UInt64
  private let place: String
  private let recorder: ChildLauncher
  private let checker: ChildLauncher

  /// Makes the exploration of one case; `place` is a directory that exists and is ours, `recorder` starts
  /// children that replay, and `checker` those that check states.
  package init(
    runCase: RunCase, excerpt: CrashExcerpt, statesMax: Int, seed: UInt64, place: String,
    recorder: ChildLauncher, checker: ChildLauncher
  ) {
    self.runCase = RunCase(session: 0, name: runCase.name, backend: runCase.backend)
    self.excerpt = excerpt
    self.statesMax = statesMax
    self.seed = seed
    self.place = place
    self.recorder = recorder
    self.checker = checker
  }

  /// Explores; nil if the user interrupted it, since half of it would not repeat.
  ///
  /// A case that can't be explored says why. A disk that is full is an error.
  package func run(
    progress: (_ fraction: Double) -> Void
  ) throws(RunError) -> CrashStates? {
    let request = CrashRequest(
      cases: [runCase], excerpts: [excerpt], profiles: Self.profiles, statesPerCase: statesMax, seconds: nil,
      seed: seed, workers: RunRequest.crashTrialsAtOnce, replayCommand: { _ in "" })
    let lab = CrashLab(request, place: place, recorder: recorder, checker: checker, faultLauncher: checker)
    do throws(RunError) {
      try lab.run(progress: { fraction, _ in progress(fraction) }, keep: {})
    } catch {
      guard case .child(let reason) = error, !recorder.interruption.isRequested else { throw error }
      return CrashStates(row: CrashStatesRow(excerpt: excerpt.words, notExplored: reason))
    }
    guard !lab.isCutByTime, let row = lab.cases.first else { return nil }
    return CrashStates(row: CrashStatesRow(row, excerpt: excerpt.words), recovery: lab.recoveries.first)
  }
}
