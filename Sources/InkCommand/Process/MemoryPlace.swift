internal import InkModel
internal import InkRun

/// A place for stores of which no disk is asked anything.
enum MemoryPlace {
  /// Where the user says, or in memory where there is such a file system: under a name for each directory
  /// that commands are started from, so that what a killed one has left is found by the next.
  static func store(_ named: String?, in context: Context) -> String {
    if let named { return context.absolutePath(named) }
    guard Platform.kind(ofFileAt: memory) == .directory,
      FileSystem(of: memory).type == "tmpfs", Platform.isWritable(memory)
    else { return context.absolutePath(RunSetup.standardStore) }
    var digest = Digest()
    digest.feed(context.environment.currentDirectory)
    return "\(memory)/inkbench-store-\(digest.text.prefix(8))"
  }

  private static let memory = "/dev/shm"
}
