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
    if try Self.isSessionFile(word, at: path) {
      guard seed == nil else {
        throw CommandFailure(.usage, "'--seed' has no meaning for the session file '\(word)', which is fixed")
      }
      reference = .file(path: path)
      name = Self.stem(of: word)
      return
    }
    guard !InkSummary.isSummary(startingWith: WholeFile.start(of: path)) else {
      throw CommandFailure(
        .malformedInput, "'\(word)' is a summary, which can't be replayed; 'fit' makes a workload of it")
    }
    let isPath = word.contains("/") || word.hasSuffix(".json")
    do throws(WorkloadError) {
      let folder = context.absolutePath(WorkloadLibrary.folder)
      let workload = try WorkloadLibrary.load(isPath ? path : word, folder: folder)
      reference = .workload(json: workload.canonicalText, seed: seed ?? UInt64(workload.seed))
      name = workload.name
    } catch {
      let kind = Platform.kind(ofFileAt: path)
      guard error.kind == .unreadable, !isPath, kind != .missing else { throw CommandFailure(error) }
      guard kind != .directory else { throw Self.isDirectory(word) }
      throw CommandFailure(
        .malformedInput,
        "'\(word)' is neither a session file nor the name of a workload; a workload ends in '.json'")
    }
  }

  /// Refuses what is there and is no session file by its name or content.
  static func checkSessionFile(_ word: String, in context: Context) throws(CommandFailure) {
    let path = context.absolutePath(word)
    let isMissing = Platform.kind(ofFileAt: path) == .missing
    guard !(try isSessionFile(word, at: path)), !isMissing else { return }
    guard Platform.kind(ofFileAt: path) != .directory else {
      throw CommandFailure(.unreadableInput, "'\(word)' is a directory; name a session file")
    }
    throw CommandFailure(
      .malformedInput, "'\(word)' is no session file; 'simulate', 'import' or an app makes one")
  }

  private static func isDirectory(_ word: String) -> CommandFailure {
    CommandFailure(.unreadableInput, "'\(word)' is a directory; name a workload or a session file")
  }

  /// Whether a word means a session file: by its content or, so that a damaged one is told as such, by its
  /// name.
  private static func isSessionFile(_ word: String, at path: String) throws(CommandFailure) -> Bool {
    let isNamedSo = sessionEndings.contains { word.hasSuffix($0) }
    switch Platform.kind(ofFileAt: path) {
    case .directory where word.contains("/") || isNamedSo:
      throw isDirectory(word)
    case .special:
      throw CommandFailure(
        .unreadableInput, "'\(word)' is no regular file; each round reads it again, so save it to one first")
    case .missing, .directory, .regular: break
    }
    guard !inkEndings.contains(where: { word.hasSuffix($0) }) else {
      throw CommandFailure(
        .usage, "'\(word)' is recorded ink and no session yet; 'import' makes a session file of it")
    }
    return isNamedSo || SessionFile.isSessionFile(path)
  }

  private static let sessionEndings = [".inksession", ".inksession.gz"]
  private static let inkEndings = [".xopp", ".xoj", ".inkml"]

  private static func stem(of path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".gz", ".inksession"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    return name.isEmpty ? "session" : name
  }
}

extension Context {
  /// A path as the user wrote it, from the root of the file system.
  func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    return environment.currentDirectory + "/" + (path.hasPrefix("./") ? path.dropFirst(2) : path[...])
  }
}
