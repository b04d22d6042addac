internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun
internal import InkSimulation
internal import InkStorage

/// A state that an earlier exploration found, with everything that it takes to make it again.
struct FoundState {
  /// Names it in the report.
  let id: String
  /// What the report says of it, where it broke a promise.
  let finding: CrashFinding?
  let runCase: RunCase
  let excerpt: CrashExcerpt
  let profile: CrashProfile
  let state: ReportedState
  /// The command that made the report.
  let command: String

  /// Looks a state up by its id: in one report, or in those below Reports, the newest first.
  init(
    id: String, report: String?, profiles: [String], in context: Context
  ) throws(CommandFailure) {
    let (kept, row, entry) = try Self.find(id, in: KeptCrashReport.all(report, in: context))
    let found = kept.report
    self.id = id
    finding = entry.finding
    command = found.command
    guard let state = ReportedState(entry.state) else {
      throw CommandFailure(.malformedInput, "the report does not say what state '\(id)' is; explore again")
    }
    self.state = state
    let known = try CrashProfileOperand.profiles(profiles, in: context) + CrashProfile.builtIn
    guard let profile = known.first(where: { $0.name == entry.profile }) else {
      throw CommandFailure(
        .usage, "the profile '\(entry.profile)' is not built in; name its file with '--profile'")
    }
    let times = CrashTimes.read(context.absolutePath(kept.place) + "/" + CrashTimes.jsonName)
    guard !ProfileFacts.hasChanged(profile, since: times) else {
      throw CommandFailure(
        .notComparable, "the profile '\(profile.name)' has other rules than when the report was made",
        hint: "Name the file that it was made with, or explore again.")
    }
    self.profile = profile
    do throws(UsageError) {
      let backends = try context.registry.backends(named: [row.backend])
      if let codec = row.codec { _ = try context.registry.codecs(named: [codec]) }
      runCase = RunCase(session: 0, name: row.name, backend: backends[0])
    } catch {
      throw CommandFailure(.notComparable, error.sentence)
    }
    excerpt = try Self.excerpt(of: row, in: found, context)
  }

  /// A state as a report has it: as a finding, or as the example of a shape.
  private struct Entry {
    var profile: String
    var state: String
    var finding: CrashFinding?
  }

  private static func find(
    _ id: String, in reports: [KeptCrashReport]
  ) throws(CommandFailure) -> (KeptCrashReport, CrashCase, Entry) {
    for report in reports {
      for row in report.report.cases {
        if let finding = row.findings.first(where: { $0.id == id }) {
          return (report, row, Entry(profile: finding.profile, state: finding.state, finding: finding))
        }
        for profile in row.profiles {
          guard let state = profile.shapes.first(where: { $0.id == id })?.state else { continue }
          return (report, row, Entry(profile: profile.profile, state: state))
        }
      }
    }
    throw CommandFailure(
      .usage, "no report here has a state '\(id)'; ids stand in crash.md, and '--report' names its directory")
  }

  /// The session that was explored, if it still is what it was.
  private static func excerpt(
    of row: CrashCase, in report: CrashReport, _ context: Context
  ) throws(CommandFailure) -> CrashExcerpt {
    guard let session = report.sessions.first(where: { $0.name == row.session }) else {
      throw CommandFailure(.malformedInput, "the report does not name the session '\(row.session)'")
    }
    let operand = try SessionOperand(session.operand, seed: session.seed.flatMap(UInt64.init), in: context)
    let excerpt: CrashExcerpt
    do throws(RunError) {
      excerpt = try CrashExcerpt(operand.reference, named: operand.name, operand: session.operand)
    } catch {
      throw CommandFailure(error)
    }
    guard excerpt.session.digest() == session.digest else {
      throw CommandFailure(
        .notComparable,
        "'\(session.operand)' is another session than the report was made of; explore it again")
    }
    return excerpt
  }

  /// What to say where a state can't be made again.
  static let otherCalls =
    "the store makes other file calls than when the report was made; explore it again"

  /// Makes the state again; nil if the store makes other file calls by now.
  func makeAgain(
    in context: Context, _ interruption: Interruption
  ) throws(RunError) -> StateRepeat? {
    try CrashPlace.use(in: context, interruption) { (place) throws(RunError) in
      try StateRepeat.make(
        state, of: runCase, under: profile, excerpt: excerpt, place: place.path, recorder: place.recorder,
        checker: place.checker)
    }
  }
}
