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
    let directory = try freeDirectory(in: context)
    defer { directory.tearDown() }
    let path = directory.copy("crash")
    try StoreCopy.makeDirectory(path)
    return try body(
      CrashPlace(
        path: path,
        recorder: ChildLauncher(ChildCommand.self, in: context, interruption),
        checker: ChildLauncher(CrashChildCommand.self, in: context, interruption)))
  }

  /// The first directory that nobody uses, beside that of explorations, which may go on meanwhile.
  ///
  /// Numbered rather than named by the process: what a killed one has left is found by the next.
  private static func freeDirectory(in context: Context) throws(RunError) -> StoreDirectory {
    let path = MemoryPlace.store(nil, in: context) + "-state"
    for number in 1..<placesMax {
      do throws(RunError) { return try StoreDirectory("\(path)-\(number)") } catch {
        guard case .store = error else { throw error }
      }
    }
    return try StoreDirectory("\(path)-\(placesMax)")
  }

  /// More than work side by side on any machine.
  private static let placesMax = 64
}
