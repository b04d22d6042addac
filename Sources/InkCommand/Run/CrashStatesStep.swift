internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun

/// The part of a run that looks at the states which crashes can leave, case by case.
struct CrashStatesStep {
  let setup: RunSetup
  let context: Context
  let directory: StoreDirectory
  let recorder: ChildLauncher
  let interruption: Interruption
  /// What is explored of each session of the run, or why nothing can be.
  private let excerpts: [Result<CrashExcerpt, RunError>]

  init(
    _ setup: RunSetup, in directory: StoreDirectory, recorder: ChildLauncher, _ context: Context,
    _ interruption: Interruption
  ) {
    self.setup = setup
    self.directory = directory
    self.recorder = recorder
    self.context = context
    self.interruption = interruption
    excerpts = zip(setup.request.sessions, setup.sessions).map { reference, session in
      Result { () throws(RunError) in
        try CrashExcerpt(reference, named: session.name, operand: session.name)
      }
    }
  }

  /// Explores one case and says how long that took; nil if the user interrupted it.
  func explore(
    _ number: Int, progress: (_ fraction: Double) -> Void
  ) throws(RunError) -> EndedStep? {
    let start = ContinuousClock.now
    guard let states = try states(of: number, progress) else { return nil }
    return EndedStep(
      RunStep(.crashStates, of: number), results: [.crashStates(states)],
      nanoseconds: UInt64((ContinuousClock.now - start) / .nanoseconds(1)))
  }

  private func states(
    of number: Int, _ progress: (_ fraction: Double) -> Void
  ) throws(RunError) -> CrashStates? {
    let runCase = setup.request.cases[number]
    let excerpt: CrashExcerpt
    do throws(RunError) { excerpt = try excerpts[runCase.session].get() } catch {
      // A session that has nothing to explore can be measured all the same.
      guard case .input(let reason) = error else { throw error }
      return CrashStates(row: CrashStatesRow(excerpt: nil, notExplored: reason))
    }
    let place = directory.copy("crash-states")
    defer { StoreCopy.remove(place) }
    try StoreCopy.makeDirectory(place)
    return try ShortExploration(
      runCase: runCase, excerpt: excerpt, statesMax: setup.request.crashStatesPerCase,
      seed: setup.crashSeed, place: place, recorder: recorder,
      checker: ChildLauncher(CrashChildCommand.self, in: context, interruption)
    ).run(progress: progress)
  }
}
