internal import FoundationEssentials
internal import InkModel
internal import InkSimulation

/// The recordings of one user: a session file, a summary, or a directory of these.
struct UserOperand {
  let word: String
  /// The files to read, in the order of their names.
  let files: [String]

  init(_ word: String, in context: Context) throws(CommandFailure) {
    self.word = word
    let path = context.absolutePath(word)
    guard Platform.kind(ofFileAt: path) == .directory else {
      files = [word]
      return
    }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
      throw CommandFailure(.unreadableInput, "'\(word)' can't be listed; check that it may be read")
    }
    files = names.filter { name in Self.endings.contains { name.hasSuffix($0) } }.sorted().map {
      "\(word)/\($0)"
    }
    guard !files.isEmpty else {
      throw CommandFailure(
        .unreadableInput, "'\(word)' holds no session file and no summary; name a directory of one user's")
    }
  }

  private static let endings = [".inksession", ".inksession.gz", ".json", ".json.gz"]

  /// The sum of the user's summaries.
  func summary(in context: Context) throws(CommandFailure) -> InkSummary {
    var sum = InkSummary()
    for file in files { sum.add(try InspectOperand(file, seed: nil, in: context).summary { _ in }) }
    return sum
  }
}
