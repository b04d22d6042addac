internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun

/// `inkbench crash match`: which findings a damaged store looks like.
struct CrashMatchCommand: Command {
  static let name = "crash match"
  static let abstract = "Say which findings of crash reports have the shape of a damaged store."
  static let discussion = [
    "The shape of a store is which kinds of its files are missing, empty, damaged, end in zeros or were left behind; "
      + "what they hold plays no part. Each finding is made again, and has its shape compared with that of the "
      + "store. A shape is no proof: other crashes, and other causes, leave the same.",
    "The store is read and never written: it is opened in a copy in memory.",
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
    .options("--profile", \.profiles, value: "FILE", help: "The files of profiles that are not built in."),
  ]

  var store = ""
  var reports: [String] = []
  var profiles: [String] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let image: StoreImage
    do throws(StoreImageError) { image = try StoreImage(directory: context.absolutePath(store)) } catch {
      throw CommandFailure(.unreadableInput, error.description)
    }
    var match = CrashMatch(image, in: context, Interruption(context, and: "leaving nothing behind"))
    let words: [String?] = reports.isEmpty ? [nil] : reports
    for word in words {
      for report in try FoundState.candidates(word, in: context) {
        for finding in report.cases.flatMap(\.findings) {
          let found = try FoundState(id: finding.id, report: word, profiles: profiles, in: context)
          do throws(RunError) { try match.compare(found) } catch { throw CommandFailure(error) }
        }
      }
    }
    return say(match, context.standardOutput)
  }

  private func say(_ match: CrashMatch, _ output: Output) -> ExitCode {
    guard let shape = match.shape else {
      output.line("No finding is of a backend that could have made '\(store)'; nothing was compared.")
      return .notComparable
    }
    guard !shape.isWhole else {
      output.line("'\(store)' has no shape: all its files are there, and opening it finds no fault.")
      return .success
    }
    output.line("'\(store)' has \(shape.words).")
    let count = "\(match.compared) finding\(match.compared == 1 ? "" : "s")"
    if match.alike.isEmpty {
      output.line("None of \(count) has this shape.")
    } else {
      output.line("It has the shape of \(match.alike.count) of \(count):")
      for found in match.alike {
        let name = found.runCase.name
        output.line(
          "  \(found.finding.id)  \(found.finding.outcome.rawValue): \(name.store) \(name.durability.rawValue) under "
            + "\(found.profile.name): \(found.finding.seen)")
      }
      output.line("A shape is no proof: other crashes, and other causes, leave the same.")
    }
    if match.changed > 0 {
      output.line(
        "\(match.changed) more could not be made again, as their stores make other file calls by now.")
    }
    return .success
  }
}

/// A store against findings.
struct CrashMatch {
  private let image: StoreImage
  private let context: Context
  private let interruption: Interruption
  /// The shape of the store, by what opens it.
  private var shapes: [String: StoreShape] = [:]
  private(set) var shape: StoreShape?
  private(set) var compared = 0
  /// Findings that could not be made again.
  private(set) var changed = 0
  private(set) var alike: [FoundState] = []

  init(_ image: StoreImage, in context: Context, _ interruption: Interruption) {
    self.image = image
    self.context = context
    self.interruption = interruption
  }

  /// Makes a finding again and compares it, if its backend could have made the store.
  mutating func compare(_ found: FoundState) throws(RunError) {
    let name = found.runCase.name
    let (backend, codec) = try Registered.pick(
      name.backend, name.codec, from: context.registry.backends, context.registry.codecs)
    var reading = ShapeReading(backend: backend, codec: codec, durability: name.durability)
    guard reading.knows(image) else { return }
    let key = "\(name.store) \(name.durability.rawValue)"
    if shapes[key] == nil { shapes[key] = try shape(of: image, &reading) }
    shape = shape ?? shapes[key]
    guard let repeated = try found.makeAgain(in: context, interruption) else {
      changed += 1
      return
    }
    compared += 1
    if try shape(of: repeated.image, &reading) == shapes[key] { alike.append(found) }
  }

  private func shape(
    of image: StoreImage, _ reading: inout ShapeReading
  ) throws(RunError) -> StoreShape {
    try CrashPlace.use(in: context, interruption) { (place) throws(RunError) in
      do throws(StoreImageError) { return try reading.shape(of: image, in: place.path) } catch {
        throw .store(error.description)
      }
    }
  }
}
