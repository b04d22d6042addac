internal import FoundationEssentials
internal import InkRun

/// A directory that a command makes for what it leaves: new or empty, so that nothing of anybody's is mixed
/// up with it.
struct NewDirectory {
  private let path: String

  init(_ word: String, in context: Context) throws(CommandFailure) {
    path = context.absolutePath(word)
    switch Platform.kind(ofFileAt: path) {
    case .missing: return
    case .directory:
      guard (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true else {
        throw CommandFailure(.usage, "'\(word)' is not empty; name a new directory")
      }
    case .regular, .special: throw CommandFailure(.usage, "'\(word)' is a file; name a new directory")
    }
  }

  /// Makes it and gives its path.
  func make() throws(RunError) -> String {
    try StoreCopy.makeDirectory(path)
    return path
  }

  /// Makes it and has it filled; what could not be finished is taken back.
  func fill(_ body: (_ directory: String) throws(RunError) -> Void) throws(RunError) {
    let wasThere = Platform.kind(ofFileAt: path) == .directory
    let directory = try make()
    do throws(RunError) { try body(directory) } catch {
      StoreCopy.remove(path)
      if wasThere { try? StoreCopy.makeDirectory(path) }
      throw error
    }
  }
}
