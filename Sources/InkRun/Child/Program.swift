internal import FoundationEssentials

/// A program that is not ours, run for its result.
package enum Program {
  /// Finds a program on the search path; nil if it is not installed.
  package static func path(
    of name: String, searching path: String? = ProcessInfo.processInfo.environment["PATH"]
  ) -> String? {
    let places = (path ?? "/usr/bin:/bin").split(separator: ":").map { $0 + "/" + name }
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program to its end, with its standard output going nowhere.
  ///
  /// The result is nil if it ended well, or else how it did, as a clause.
  package static func run(
    _ path: String, _ words: [String], interruption: Interruption? = nil
  ) throws(RunError) -> String? {
    try failure(of: path, words, interruption: interruption)?.death
  }

  /// The same with the exit code; nil if it ended well.
  package static func failure(
    of path: String, _ words: [String], interruption: Interruption? = nil
  ) throws(RunError) -> ChildEnd? {
    let child = try Platform.spawn(
      path, words, environment: [:], input: [], isInterrupted: { interruption?.isRequested ?? false })
    if child.exitCode == 0 { return nil }
    return .died(exitCode: child.exitCode, signal: child.signal, lastWords: child.lastWords)
  }
}
