internal import InkReplay
internal import InkRun

/// What a second crash leaves, made again.
///
/// The store is used after the first crash and recorded anew, as it was when the report was made: the same
/// store makes the same calls, and so the same contents in the same order.
struct SecondRepeat {
  let image: StoreImage
  let observation: Observation

  /// Makes the content of a number after a state; nil if the store leaves fewer by now, or it was stopped.
  ///
  /// `profile` is the number of the state's profile in the task of the checks.
  static func make(
    _ number: Int, after state: CrashState, profile: Int, _ checks: StateChecks
  ) throws(RunError) -> SecondRepeat? {
    var checks = checks
    let path = CrashFiles.second(checks.task.place)
    StoreCopy.remove(path)
    defer { StoreCopy.remove(path) }
    checks.task.isCautious = false
    checks.task.secondProfiles = [profile]
    checks.task.keptSecond = KeptSecond(number: number, path: path)
    let observed = try checks.run(of: [(profile, state)], isOver: { false }, progress: { _ in })
    // A store whose use ends its process before that leaves no content.
    guard let index = observed.observation(of: 0), let image = try? StoreImage(directory: path) else {
      return nil
    }
    return SecondRepeat(image: image, observation: observed.observations[index])
  }
}
