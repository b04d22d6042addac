internal import InkRun

/// A directory of ours for a moment, with the launchers of whoever works in it.
struct CrashPlace {
  let path: String
  /// Starts children that replay.
  let recorder: ChildLauncher
  /// Starts children that check states.
  let checker: ChildLauncher

  /// Makes the directory, in memory where the system has a place for that, and removes it afterwards.
  static func use<Result>(
    in context: Context, _ interruption: Interruption, _ body: (CrashPlace) throws(RunError) -> Result
  ) throws(RunError) -> Result {
    let directory = try StoreDirectory(MemoryPlace.store(nil, in: context))
    defer { directory.tearDown() }
    let path = directory.copy("crash")
    try StoreCopy.makeDirectory(path)
    return try body(
      CrashPlace(
        path: path,
        recorder: ChildLauncher(ChildCommand.self, in: context, interruption),
        checker: ChildLauncher(CrashChildCommand.self, in: context, interruption)))
  }
}
