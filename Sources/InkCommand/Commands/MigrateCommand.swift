internal import InkModel
internal import InkRun
internal import InkStorage

/// `inkbench migrate`: moves a store to another backend or codec.
struct MigrateCommand: Command {
  static let name = "migrate"
  static let abstract =
    "Move a store to another backend or codec, verified before it takes the old one's place."
  static let discussion = [
    "STORE is the directory of a library. What wrote it is told by its files: document packages (snapshot), packages "
      + "with page journals (journal), databases (sqlite), or notebooks in one file (monolith).",
    "All of it is read first; a damaged page or image ends the migration before anything is written. So does a journal "
      + "that goes on behind its last whole save, unless --keep-old keeps it: a crash leaves that, but damage does too. "
      + "Then each "
      + "document is copied to STORE.migrating, page by page. The new store is opened afresh, and its counts and "
      + "the digests of every page and image are compared. On a copy of it edits are saved and the process ends "
      + "without closing, many pages go to the background at once, and saves press against the bound of the log; "
      + "each time all content is compared again.",
    "Only then the two directories exchange their names, and the old store is removed. Until that moment its "
      + "content is not changed, and other processes are kept out of it. If this program is ended in between, STORE is whole "
      + "as the one or the other, and the next migration clears up.",
    "Packages count as journal if journal made them or a journal lies in one of them, and as snapshot if not; journal "
      + "opens those as well.",
  ]
  static let exitCodes: [ExitCode] = [
    .success, .dataLost, .usage, .malformedInput, .unreadableInput, .diskFailed, .interrupted,
  ]
  static let examples = [
    Example("migrate notes --to sqlite", "From whatever 'notes' is to one database a document."),
    Example("migrate notes --to snapshot --codec varint", "The same packages in a smaller codec."),
    Example("migrate notes --to journal --dry-run", "What is there, and how many bytes are needed."),
    Example("migrate notes --to sqlite --keep-old notes.old", "The old store stays, under another name."),
  ]
  static let arguments: [Argument<Self>] = [
    .operand("STORE", \.store, help: "The store's directory."),
    .requiredOption("--to", \.target, value: "BACKEND", help: "The backend that shall have the store."),
    .option(
      "--codec", \.codec, value: "NAME",
      help: "The codec of the new store's pages; that of the old ones, or packed, if not given."),
    .option(
      "--durability", \.durability, value: "CLASS",
      help: "What the new store is written with; the strongest class of its backend if not given."),
    .option(
      "--from", \.source, value: "BACKEND", help: "The backend that wrote the store, if its files don't tell."
    ),
    .option(
      "--keep-old", \.keepOld, value: "PATH",
      help: "Where the old store goes, on the same file system; it is removed if not given."),
    .flag("--dry-run", \.isDryRun, help: "Read everything, say what would be done, and stop."),
  ]

  var store = ""
  var target = ""
  var codec: String?
  var durability: Durability?
  var source: String?
  var keepOld: String?
  var isDryRun = false

  func validate(against registry: Registry) throws(UsageError) {
    _ = try request(from: registry, directory: "/")
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let request: MigrationRequest
    do throws(UsageError) {
      request = try self.request(from: context.registry, directory: context.environment.currentDirectory)
    } catch {
      throw CommandFailure(.usage, error.sentence)
    }
    let progress = Progress(context)
    let interruption = Interruption(context, and: "removing what is half done")
    let start = ContinuousClock.now
    let migration = Migration(
      request,
      MigrationWatch(
        isInterrupted: { interruption.isRequested },
        report: { fraction, step in progress.update(fraction: fraction, step.rawValue) }))
    let outcome: MigrationOutcome
    do throws(MigrationError) { outcome = try migration.run() } catch {
      progress.finish()
      throw CommandFailure(error)
    }
    progress.finish()
    context.standardOutput.write(MigrationText.text(outcome, taking: ContinuousClock.now - start))
    return outcome.fits ? .success : .diskFailed
  }

  private func request(
    from registry: Registry, directory: String
  ) throws(UsageError) -> MigrationRequest {
    func backend(_ name: String) throws(UsageError) -> any StorageBackend.Type {
      let found = try registry.backends(named: [name])
      guard found.count == 1, name != Registry.allWord else {
        throw UsageError("a store is moved to one backend, not to '\(name)'")
      }
      return found[0]
    }
    let target = try backend(target)
    guard target.traits.retainsContent else {
      throw UsageError("'\(self.target)' keeps nothing, so no store can be moved to it")
    }
    guard codec == nil || target.traits.usesCodec else {
      throw UsageError("'--codec' has no meaning with '\(self.target)', whose pages pass through none")
    }
    guard codec != Registry.allWord else {
      throw UsageError("a store is written with one codec, not with 'all'")
    }
    if let durability, !target.traits.durabilities.contains(durability) {
      throw UsageError("'\(self.target)' does not claim \(durability.rawValue)")
    }
    return MigrationRequest(
      store: Self.absolute(store, in: directory), target: target,
      codec: try codec.map { (name) throws(UsageError) in try registry.codecs(named: [name])[0] },
      durability: durability, source: try source.map(backend), codecs: registry.codecs,
      keepOld: keepOld.map { Self.absolute($0, in: directory) }, isDryRun: isDryRun)
  }

  /// An absolute path without a slash at its end.
  private static func absolute(_ path: String, in directory: String) -> String {
    let whole = path.hasPrefix("/") ? path : directory + "/" + path
    return "/" + whole.split(separator: "/").joined(separator: "/")
  }
}
