internal import InkReport
internal import InkRun

/// `inkbench doctor`: says what a measurement here is worth.
struct DoctorCommand: Command {
  static let name = "doctor"
  static let abstract = "Say what a measurement on this machine and disk is worth."
  static let discussion = [
    "Looks at the processor, the disk below the store, the noise on both, the instrument and the tools beside it, "
      + "and gives each a verdict: 'good'; 'mind', where numbers need this to be known; 'bad', where they "
      + "mislead. What to do stands below. Takes a few seconds, writes a few megabytes where a store would "
      + "lie, and removes them.",
    "The fingerprint stands in every report too: times of reports with different ones are not compared.",
    "Exits with 0 whatever the verdicts are, unless nothing can be measured here: 70 if the instrument's own test "
      + "fails, 74 if the disk can't be written.",
  ]
  static let exitCodes: [ExitCode] = [.success, .usage, .internalError, .diskFailed, .interrupted]
  static let examples = [
    Example("doctor", "This machine, and the disk of this folder."),
    Example("doctor --store /mnt/disk --json", "Another disk, as JSON."),
  ]
  static let arguments: [Argument<Self>] = [
    .option(
      "--store", \.store, value: "DIR",
      help: "Where stores would lie; a folder with other files in it is looked at and left as it is. "
        + ".inkbench-store if not given."),
    .flag("--json", \.isJSON, help: "Print JSON, as 'schema doctor' describes it."),
  ]

  var store: String?
  var isJSON = false

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let interruption = Interruption()
    let launcher = ChildLauncher(ChildCommand.self, in: context, interruption)
    let wanted = context.absolutePath(store ?? RunSetup.standardStore)
    let checkup: Checkup
    do throws(RunError) {
      let directory = try StoreDirectory(StoreDirectory.place(in: wanted, named: RunSetup.standardStore))
      defer { directory.tearDown() }
      checkup = try Checkup(in: directory, launcher: launcher)
    } catch {
      guard !interruption.isRequested else { throw CommandFailure(.interrupted, "interrupted") }
      throw CommandFailure(error)
    }
    guard !interruption.isRequested else { throw CommandFailure(.interrupted, "interrupted") }
    let report = DoctorReport(checkup, storeDirectory: wanted)
    context.standardOutput.write(isJSON ? report.json() : DoctorText(report).text)
    return checkup.isImpossible ? .internalError : .success
  }
}
