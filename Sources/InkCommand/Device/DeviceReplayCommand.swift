internal import FoundationEssentials
internal import InkDevice
internal import InkModel
internal import InkRun

/// `inkbench device replay`: replays a script on this machine and prints it as a device.
struct DeviceReplayCommand: Command {
  static let name = "device replay"
  static let abstract = "Replay a run's file calls on this machine, and print it as a device."
  static let discussion = [
    "Every call of the script is made again, on files of the replay's own, and timed; so are some of the program's own "
      + "with other sizes. The device file goes to standard output, and what each case took to standard error.",
    "Linux has neither F_BARRIERFSYNC nor F_FULLFSYNC: 'barrier' stands for fdatasync there, and 'full' for fsync.",
  ]
  static let exitCodes: [ExitCode] = [
    .success, .usage, .malformedInput, .unreadableInput, .diskFailed, .interrupted,
  ]
  static let examples = [
    Example("device replay saves.inkio --passes 9", "This machine's disk, as the run used it.")
  ]
  static let arguments: [Argument<Self>] = [
    .operand("SCRIPT", \.script, help: "A file that 'device export' wrote."),
    .option(
      "--directory", \.directory, value: "DIR",
      help: "Where files are made, on the disk to be measured; the current directory if not given."),
    .option("--sync", \.sync, value: "MODE", help: "How what the script syncs is synced."),
    .option(
      "--passes", \.passes, value: "N", limits: .within(1...1_000), help: "How often each case is replayed."),
  ]

  var script = ""
  var directory: String?
  var sync = DeviceReplay.Sync.fsync
  var passes = 5

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let path = context.absolutePath(script)
    guard Platform.size(ofFileAt: path) != nil else {
      throw CommandFailure(.unreadableInput, "'\(script)' can't be read: there is no such file")
    }
    let place = directory.map(context.absolutePath) ?? context.environment.currentDirectory
    guard case .directory = Platform.kind(ofFileAt: place) else {
      throw CommandFailure(
        .usage, "'\(directory ?? ".")' is no directory; name one on the disk to be measured")
    }
    guard Platform.isReadableFile(path) else {
      throw CommandFailure(.unreadableInput, "'\(script)' can't be read: it is no file that you may read")
    }
    let replay = try attempt(.malformedInput) {
      try DeviceReplay(script: URL(filePath: path), directory: URL(filePath: place))
    }
    let progress = Progress(context)
    let interruption = Interruption(context, and: "the files of the replay are removed")
    let timings = try attempt(.diskFailed) {
      try replay.run(sync: [sync], passes: passes) {
        progress.update(fraction: $0, "replaying")
        // Thrown through the replay, which removes its files on the way.
        if interruption.isRequested {
          throw CommandFailure(.interrupted, "interrupted; nothing was measured")
        }
      }
    }
    progress.finish()
    context.standardError.line(timings.summary)
    context.standardOutput.line(try attempt(.internalError) { try timings.deviceFile(sync) })
    return .success
  }

  /// The replay is written for apps, and throws what Swift 5 can: any error.
  private func attempt<Value>(
    _ code: ExitCode, _ work: () throws -> Value
  ) throws(CommandFailure) -> Value {
    do { return try work() } catch let failure as CommandFailure { throw failure } catch {
      throw CommandFailure(code, "\(error)")
    }
  }
}

extension DeviceReplay.Sync: ArgumentWord {}
