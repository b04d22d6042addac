internal import FoundationEssentials
internal import InkModel
internal import InkRun
internal import InkSimulation
internal import InkTrace

/// What a word on the command line names: a session file, a workload file, or a workload by name.
struct SessionOperand {
  let reference: SessionReference
  /// The workload or file, for the names of reports.
  let name: String

  /// Finds out what a word means; `seed` takes the place of a workload's own.
  init(_ word: String, seed: UInt64?, in context: Context) throws(CommandFailure) {
    let path = context.absolutePath(word)
    if SessionFile.isSessionFile(path) {
      guard seed == nil else {
        throw CommandFailure(.usage, "'--seed' has no meaning for the session file '\(word)', which is fixed")
      }
      reference = .file(path: path)
      name = Self.stem(of: word)
      return
    }
    do throws(WorkloadError) {
      let folder = context.absolutePath(WorkloadLibrary.folder)
      let isPath = word.contains("/") || word.hasSuffix(".json")
      let workload = try WorkloadLibrary.load(isPath ? path : word, folder: folder)
      reference = .workload(json: workload.canonicalText, seed: seed ?? UInt64(workload.seed))
      name = workload.name
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func stem(of path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".gz", ".inksession"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    return name.isEmpty ? "session" : name
  }
}

extension Context {
  /// A path as the user wrote it, from the root of the file system.
  func absolutePath(_ path: String) -> String {
    path.hasPrefix("/") ? path : environment.currentDirectory + "/" + path
  }
}
