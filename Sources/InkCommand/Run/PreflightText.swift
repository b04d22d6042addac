internal import InkReport
internal import InkRun

/// What a run is about to do, in a few lines.
enum PreflightText {
  static func text(_ preflight: Preflight, setup: RunSetup, kept: KeptResults? = nil) -> String {
    let request = setup.request
    let stepsKept = setup.stepsKept(of: kept)
    let timeLeft = TimeLeft(request, seconds: preflight.steps, kept: stepsKept)
    let sessions = setup.summaries.map {
      "\($0.name) (\(count($0.strokeCount, "stroke")), \(count($0.basePageCount, "page")) at the start)"
    }
    return """
      Replays  \(sessions.joined(separator: ", "))
      Cases    \(request.cases.count), each with \(count(request.rounds, "timed round")), \
      \(count(request.crashTrialsPerCase, "crash trial")) and \
      \(states(request.crashStatesPerCase))\(part(setup))\(kept == nil ? "" : keeps(stepsKept.count, timeLeft))
      Store    \(preflight.storeDirectory) on \(preflight.fileSystem.type) (\(preflight.fileSystem.device))
      Disk     about \(bytes(preflight.diskBytes)) at a time\(free(preflight)), about \(bytes(preflight.writtenBytes)) written in all
      Time     about \(time(timeLeft.seconds)), crashes included\(guesses(preflight))
      Report   \(setup.outputDirectory)

      """
  }

  private static func states(_ most: Int) -> String {
    most == 0 ? "no crash states" : "up to \(count(most, "crash state"))"
  }

  /// Which part of a larger run it is.
  private static func part(_ setup: RunSetup) -> String {
    guard let shard = setup.shard else { return "" }
    return
      "\nShard    \(shard.text): \(setup.request.cases.count) of \(count(shard.wholeCases.count, "case"))"
  }

  private static func keeps(_ stepCount: Int, _ timeLeft: TimeLeft) -> String {
    "\nResumes  \(count(stepCount, "step")) kept, "
      + (timeLeft.openSteps == 0 ? "none left" : "about \(timeLeft.openSteps) left")
  }

  static func tooLarge(_ preflight: Preflight) -> String {
    "the run needs about \(bytes(preflight.diskBytes)) in '\(preflight.storeDirectory)'\(free(preflight)); "
      + "free some space, give --store a directory on another disk, or name fewer backends"
  }

  private static func guesses(_ preflight: Preflight) -> String {
    guard !preflight.guesses.isEmpty else { return "" }
    let stores = Set(preflight.guesses).sorted().joined(separator: ", ")
    return "\n         what \(stores) will write is a guess: as much as a store that rewrites pages"
  }

  private static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }

  private static func free(_ preflight: Preflight) -> String {
    guard let freeBytes = preflight.freeBytes else { return "" }
    return ", \(bytes(freeBytes)) free: \(preflight.fits ? "fits" : "does not fit")"
  }

  private static func bytes(_ count: UInt64) -> String { Humanised.bytes(Double(count)) }

  private static func time(_ seconds: Double) -> String {
    seconds < 120 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }
}
