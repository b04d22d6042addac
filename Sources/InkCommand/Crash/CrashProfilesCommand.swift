internal import InkCrash
internal import InkModel
internal import InkReport

/// `inkbench crash profiles`: lists the built-in crash profiles, or prints one as a file.
struct CrashProfilesCommand: Command {
  static let name = "crash profiles"
  static let abstract = "List what disks may forget in a crash, or print one profile's file."
  static let discussion = [
    "Each profile has a basis: 'exact' and 'definition' can't be otherwise, 'calibrated' was held against the real "
      + "file system by 'crash calibrate', 'documented' is what its makers say, 'assumed' is none of these.",
    "'claims held' says whether a durability class is held to its promise under the profile. It is not where a sync "
      + "doesn't mean what the class needs.",
    "What NAME prints is a profile file: change it, give it another name, save it, and give it to 'crash --profile'. "
      + "'schema crash-profile' has its JSON Schema.",
  ]
  static let exitCodes: [ExitCode] = [.success, .usage]
  static let examples = [
    Example("crash profiles", "Their names, bases and kinds."),
    Example("crash profiles ext4-ordered", "The rules of one, as a start for a profile of one's own."),
  ]
  static let arguments: [Argument<Self>] = [
    .operand("NAME", \.profile, help: "The profile to print; a list of all if not given.")
  ]

  var profile: String?

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    guard let name = profile else {
      for line in Self.list { context.standardOutput.line(line) }
      return .success
    }
    guard let profile = CrashProfile.named(name) else {
      let names = CrashProfile.builtIn.map(\.name)
      throw CommandFailure(.usage, "unknown profile '\(name)': \(suggestion(for: name, among: names))")
    }
    context.standardOutput.write(String(decoding: profile.json(), as: UTF8.self))
    return .success
  }

  private static var list: [String] {
    TextLayout.definitions(
      CrashProfile.builtIn.map { profile in
        let claims = profile.holdsClaims ? "claims held" : "claims not held"
        return (
          term: profile.name,
          meaning: "\(profile.crash.rawValue), \(profile.basis.rawValue), \(claims): \(profile.summary)"
        )
      })
  }
}
