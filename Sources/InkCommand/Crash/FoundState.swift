internal import FoundationEssentials
internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun
internal import InkSimulation
internal import InkStorage

/// A state that an earlier exploration found, with everything that it takes to make it again.
struct FoundState {
  let finding: CrashFinding
  let runCase: RunCase
  let excerpt: CrashExcerpt
  let profile: CrashProfile
  let state: CrashState

  /// Looks a state up by its id: in one report, or in those below Reports, the newest first.
  init(
    id: String, report: String?, profiles: [String], in context: Context
  ) throws(CommandFailure) {
    let (found, row, finding) = try Self.find(id, in: Self.candidates(report, in: context))
    self.finding = finding
    guard let state = StateName.state(finding.state) else {
      throw CommandFailure(.malformedInput, "the report does not say what state '\(id)' is; explore again")
    }
    self.state = state
    let known = try CrashProfileOperand.profiles(profiles, in: context) + CrashProfile.builtIn
    guard let profile = known.first(where: { $0.name == finding.profile }) else {
      throw CommandFailure(
        .usage, "the profile '\(finding.profile)' is not built in; name its file with '--profile'")
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

  private static func candidates(
    _ report: String?, in context: Context
  ) throws(CommandFailure) -> [CrashReport] {
    if let report {
      let path = context.absolutePath(report) + "/" + CrashReport.jsonName
      do throws(ReportError) { return [try CrashReport.read(path)] } catch { throw CommandFailure(error) }
    }
    let reports = context.absolutePath("Reports")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: reports)) ?? []
    let paths = names.map { reports + "/" + $0 + "/" + CrashReport.jsonName }
    func changed(_ path: String) -> Date {
      (try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date) ?? .distantPast
    }
    return paths.sorted { changed($0) > changed($1) }.compactMap { try? CrashReport.read($0) }
  }

  private static func find(
    _ id: String, in reports: [CrashReport]
  ) throws(CommandFailure) -> (CrashReport, CrashCase, CrashFinding) {
    for report in reports {
      for row in report.cases {
        if let finding = row.findings.first(where: { $0.id == id }) { return (report, row, finding) }
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

  /// Makes the state again; nil if the store makes other file calls by now.
  func makeAgain(
    in context: Context, _ interruption: Interruption
  ) throws(RunError) -> StateRepeat? {
    let directory = try StoreDirectory(MemoryPlace.store(nil, in: context))
    defer { directory.tearDown() }
    let place = directory.copy("crash")
    try StoreCopy.makeDirectory(place)
    let executable = context.environment.executablePath
    return try StateRepeat.make(
      state, of: runCase, under: profile, excerpt: excerpt, place: place,
      recorder: ChildLauncher(
        executable: executable, words: [ChildCommand.name], interruption: interruption),
      checker: ChildLauncher(
        executable: executable, words: [CrashChildCommand.name], interruption: interruption))
  }
}
