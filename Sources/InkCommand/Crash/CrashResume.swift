internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun

/// The cases that an earlier run of the same command has ended.
struct CrashResume {
  var cases: [CrashCase] = []
  var times: CrashTimes?

  /// Takes them from the report in the output directory, which must be of the same command.
  ///
  /// A report is written whenever a store is done, so that one that was ended in any way leaves all stores up
  /// to there. A store that was stopped amid its states is done again.
  init(
    of report: CrashReport, cases names: [CaseName], under profiles: [CrashProfile], in directory: String
  ) throws(CommandFailure) {
    let kept: CrashReport
    do throws(ReportError) { kept = try CrashReport.read(directory + "/" + CrashReport.jsonName) } catch {
      throw CommandFailure(error)
    }
    if let difference = Self.difference(kept, report) {
      throw CommandFailure(
        .notComparable, "the exploration in '\(directory)' can't be resumed: \(difference)",
        hint: "Give --output another directory.")
    }
    cases = Array(kept.cases.prefix { !$0.isCutByTime })
    guard cases.map(\.name) == Array(names.prefix(cases.count)) else {
      throw CommandFailure(
        .notComparable, "the exploration in '\(directory)' can't be resumed: it is of other stores",
        hint: "Give --output another directory.")
    }
    times = CrashTimes.read(directory + "/" + CrashTimes.jsonName)
    if let profile = ProfileFacts.changed(profiles, since: times) {
      throw CommandFailure(
        .notComparable,
        "the exploration in '\(directory)' can't be resumed: the profile '\(profile.name)' had other rules",
        hint: "Give --output another directory.")
    }
    let known = Set(cases.map(\.name.text))
    times?.recoveries.removeAll { !known.contains($0.store) }
  }

  /// Refuses to take the place of an exploration that could still be resumed.
  ///
  /// One that its own budget of time ended has come to its end; it may be repeated.
  static func refuseUnfinished(_ directory: String, for setup: CrashSetup? = nil) throws(CommandFailure) {
    guard let kept = try? CrashReport.read(directory + "/" + CrashReport.jsonName), kept.isCutByTime else {
      return
    }
    if let setup, setup.request.seconds != nil, kept.command == setup.emptyReport.command { return }
    let done = kept.cases.prefix { !$0.isCutByTime }.count
    throw CommandFailure(
      .usage,
      "'\(directory)' holds an exploration that was cut short, of which \(counted(done, "store")) \(done == 1 ? "is" : "are") done",
      hint: "Continue it with --resume, or give --output another directory.")
  }

  private static func difference(_ kept: CrashReport, _ new: CrashReport) -> String? {
    if kept.toolVersion != new.toolVersion { return "it was begun by version \(kept.toolVersion)" }
    if kept.command != new.command { return "its command was '\(kept.command)'" }
    if kept.shard != new.shard { return "it is of \(kept.shard.map { "shard \($0)" } ?? "all states")" }
    if kept.seed != new.seed || kept.budget != new.budget { return "its seed or budget is another" }
    return kept.sessions == new.sessions ? nil : "its sessions have changed"
  }
}
