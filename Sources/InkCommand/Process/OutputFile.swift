internal import InkModel
internal import InkReport
internal import InkSimulation
internal import InkTrace

/// The file that a command writes, under the name that the user gave it.
///
/// One rule for all commands: what stands under the name is replaced only if it is empty or of the same kind,
/// and never if the command reads it. Anything else may be somebody's work, so it is left alone. The rule is
/// held before the work begins, and the file takes its place in one step when all of it is there.
struct OutputFile {
  /// What a command writes, named as in a sentence.
  enum Kind: String {
    case session = "session file"
    case workload
    case summary
    case picture = "picture of this program"
    case script = "script of file calls"
    case source = "source file of this program"
  }

  private let word: String
  private let path: String

  /// Takes a name if the rule allows it; `inputs` are the words of the files that the command reads.
  init(
    _ word: String, _ kind: Kind, inputs: [String], in context: Context
  ) throws(CommandFailure) {
    self.word = word
    path = context.absolutePath(word)
    switch Platform.kind(ofFileAt: path) {
    case .missing: try checkDirectory()
    case .directory: throw refusal("is a directory", "name a file")
    case .special: throw refusal("is no regular file", "name another output")
    case .regular:
      let path = path
      guard !inputs.contains(where: { Platform.isSameFile(context.absolutePath($0), path) }) else {
        throw refusal("is read by this command", "name another output")
      }
      guard Platform.size(ofFileAt: path) == 0 || kind.isKind(of: WholeFile.start(of: path)) else {
        throw refusal("is no \(kind.rawValue), and was left alone", "name another output")
      }
      try checkDirectory()
    }
  }

  private func checkDirectory() throws(CommandFailure) {
    let file = Platform.resolved(path) ?? path
    let parent = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
    let directory = parent.isEmpty ? "/" : String(parent)
    switch Platform.kind(ofFileAt: directory) {
    case .directory where Platform.isWritable(directory): return
    case .directory:
      throw CommandFailure(.diskFailed, "'\(word)' can't be written: its directory is protected")
    case .missing: throw CommandFailure(.diskFailed, "'\(word)' can't be written: make its directory first")
    case .regular, .special:
      throw CommandFailure(.diskFailed, "'\(word)' can't be written: it names a file as its directory")
    }
  }

  private func refusal(_ what: String, _ remedy: String) -> CommandFailure {
    CommandFailure(.usage, "'\(word)' \(what); \(remedy)")
  }

  func write(_ text: String) throws(CommandFailure) {
    do throws(TraceError) { try WholeFile.write(text, to: path) } catch { throw CommandFailure(error) }
  }

  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    do throws(TraceError) { try WholeFile.write(bytes, to: path) } catch { throw CommandFailure(error) }
  }

  func write(_ session: borrowing Session) throws(CommandFailure) {
    do throws(TraceError) { try SessionFile.write(session, to: path) } catch { throw CommandFailure(error) }
  }
}

extension OutputFile.Kind {
  /// Whether a file that starts with these bytes is of this kind, in whatever version.
  fileprivate func isKind(of start: [UInt8]) -> Bool {
    switch self {
    case .session: SessionFile.isSessionFile(startingWith: start)
    case .workload: Workload.isWorkload(startingWith: start)
    case .summary: InkSummary.isSummary(startingWith: start)
    case .picture: Picture.isPicture(startingWith: start)
    case .script: OperationExport.isExport(startingWith: start)
    case .source: DeviceSourceCommand.isSource(startingWith: start)
    }
  }
}
