internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun

/// `inkbench crash calibrate`: holds crash profiles against real file systems.
struct CrashCalibrateCommand: Command {
  static let name = "crash calibrate"
  static let abstract = "Hold crash profiles against real file systems; takes root."
  static let discussion = [
    "Short sequences of file calls are made on ext4, XFS and Btrfs in image files, whose block devices log every "
      + "request. From the log, disks are made as a power cut would leave them: every prefix, and the requests since "
      + "the last flush in part. Each is mounted, and the store on it has to be one that the profile predicts for a "
      + "crash at that moment. A store that it does not predict ends the command with 1.",
    "It takes root, loop devices, FUSE and qemu-storage-daemon; what is mounted is seen by this command alone, and is "
      + "gone with it. File systems write when they like, so that counts differ a little from run to run.",
    "The report goes to the output directory as calibration.md and calibration.json. Ctrl-C keeps a report of the "
      + "sequences that were done.",
  ]
  static let exitCodes: [ExitCode] = [
    .success, .regression, .usage, .unavailable, .internalError, .diskFailed, .interrupted,
  ]
  static let examples = [
    Example("crash calibrate", "All file systems and sequences: half an hour."),
    Example(
      "crash calibrate --file-system xfs --sequence append --keep disks",
      "One sequence on one; disks that the profile does not predict are kept."),
  ]
  static let arguments: [Argument<Self>] = [
    .options(
      "--file-system", \.fileSystems, value: "NAMES",
      help: "Of \(CalibratedFileSystem.all.map(\.name).joined(separator: ", ")); all if not given."),
    .options(
      "--sequence", \.sequences, value: "NAMES",
      help: "Of \(CalibrationSequence.all.map(\.name).joined(separator: ", ")); all if not given."),
    .option(
      "--crashes", \.crashesMax, value: "N", limits: .within(1...100_000),
      help: "Disks to make of each pass of a sequence, at most; 40 if not given."),
    .option("--seed", \.seed, value: "N", help: "Chooses the requests that are lost at random."),
    .option(
      "--keep", \.keep, value: "DIR",
      help: "A new directory for disks whose store is not predicted, as they were before they were mounted."),
    .option(
      "--store", \.store, value: "DIR",
      help: "Where images lie meanwhile; in memory if the system has a place for that."),
    .option(
      "--output", \.output, value: "DIR", help: "Where the report goes; a new one in Reports if not given."),
  ]

  var fileSystems: [String] = []
  var sequences: [String] = []
  var crashesMax = 40
  var seed: UInt64 = 1
  var keep: String?
  var store: String?
  var output: String?

  func validate(against registry: Registry) throws(UsageError) {
    try Self.check(fileSystems, "file system", CalibratedFileSystem.all.map(\.name))
    try Self.check(sequences, "sequence", CalibrationSequence.all.map(\.name))
  }

  private static func check(_ names: [String], _ kind: String, _ known: [String]) throws(UsageError) {
    for name in names where !known.contains(name) {
      throw UsageError("unknown \(kind) '\(name)': \(suggestion(for: name, among: known))")
    }
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let chosen = CalibratedFileSystem.all.filter { fileSystems.isEmpty || fileSystems.contains($0.name) }
    let isolator = try Self.checkMachine(for: chosen)
    let output = try RunSetup.outputDirectory(
      self.output ?? RunSetup.newReport(["calibration"], in: context.environment.currentDirectory),
      in: context)
    try OutputDirectory.checkForCalibrations(output)
    let kept = try keep.map { (path) throws(CommandFailure) in try NewDirectory(path, in: context) }
    let execution = CalibrationExecution(
      fileSystems: chosen,
      sequences: CalibrationSequence.all.filter { sequences.isEmpty || sequences.contains($0.name) },
      crashesMax: crashesMax, seed: seed, store: MemoryPlace.store(store, in: context), output: output,
      commandLine: commandLine(in: context), isolator: isolator, context)
    return try execution.run(keeping: kept)
  }

  /// Whether this machine can do it; gives the program that keeps mounts to one process.
  private static func checkMachine(
    for fileSystems: [CalibratedFileSystem]
  ) throws(CommandFailure) -> String {
    guard Platform.isRoot else {
      throw CommandFailure(.unavailable, "calibrating mounts file systems, which takes root; run it as root")
    }
    for device in ["/dev/fuse", "/dev/loop-control"] where Platform.kind(ofFileAt: device) == .missing {
      throw CommandFailure(
        .unavailable, "there is no '\(device)': the kernel has no such devices here; use another machine")
    }
    do throws(CalibrationPrograms.Missing) {
      return try CalibrationPrograms(for: fileSystems)[CalibrationPrograms.isolator]
    } catch {
      throw CommandFailure(
        .unavailable, "'\(error.name)' is not installed; install the Debian package \(error.package)")
    }
  }

  private func commandLine(in context: Context) -> String {
    var words = [context.environment.programName, Self.name]
    if !fileSystems.isEmpty { words += ["--file-system", fileSystems.joined(separator: ",")] }
    if !sequences.isEmpty { words += ["--sequence", sequences.joined(separator: ",")] }
    words += ["--crashes", "\(crashesMax)", "--seed", "\(seed)"]
    return words.joined(separator: " ")
  }
}
