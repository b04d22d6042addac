internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun

/// `inkbench crash match`: which explored states a damaged store looks like.
struct CrashMatchCommand: Command {
  static let name = "crash match"
  static let abstract = "Say which explored states have the shape of a damaged store."
  static let discussion = [
    "The shape of a store is which kinds of its files are missing, empty, damaged, end in zeros or were left behind; "
      + "what they hold plays no part. It is compared with the shapes of all states that crash reports have explored, "
      + "whether they broke a promise or not, and of all lives with faults. A shape is no proof: other crashes, and "
      + "other causes, leave the same.",
    "The store is read and never written: a process of its own opens a copy of it in memory.",
  ]
  static let exitCodes: [ExitCode] = [
    .success, .notComparable, .usage, .malformedInput, .unreadableInput, .internalError, .diskFailed,
    .interrupted,
  ]
  static let examples = [
    Example("crash match Notebooks --report Reports/crash", "What the store looks like.")
  ]
  static let arguments: [Argument<Self>] = [
    .operand("STORE", \.store, help: "The directory of the damaged store."),
    .options(
      "--report", \.reports, value: "DIRS", help: "Crash reports; all in Reports if not given."),
  ]

  var store = ""
  var reports: [String] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let interruption = Interruption(context, and: "leaving nothing behind")
    let image: StoreImage
    do throws(StoreImageError) {
      image = try StoreImage(
        directory: context.absolutePath(store), atMost: StoreImage.foreignByteCountMax,
        isInterrupted: { interruption.isRequested })
    } catch {
      guard !interruption.isRequested else { return .interrupted }
      throw CommandFailure(.unreadableInput, error.description)
    }
    var known: [KeptCrashReport] = []
    let words: [String?] = reports.isEmpty ? [nil] : reports
    for word in words { known += try KeptCrashReport.all(word, in: context) }
    guard !known.isEmpty else {
      throw CommandFailure(
        .notComparable, "there is no crash report in Reports that '\(store)' could be compared with",
        hint: "Make one of the backend that wrote the store, such as: "
          + "\(context.environment.programName) crash --backend snapshot --durability process-crash")
    }
    do throws(RunError) {
      let found = try CrashPlace.use(in: context, interruption) { (place) throws(RunError) in
        var matching = StoreMatching(
          ShapeCheck(
            of: image, place: place.path,
            launcher: ChildLauncher(ShapeChildCommand.self, in: context, interruption)),
          context.registry)
        for report in known where !interruption.isRequested { try matching.compare(with: report) }
        return matching
      }
      guard !interruption.isRequested else { return .interrupted }
      return StoreMatchText(store: store, found).say(to: context.standardOutput)
    } catch {
      guard !interruption.isRequested else { return .interrupted }
      throw CommandFailure(error)
    }
  }
}
