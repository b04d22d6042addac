internal import InkCrash
internal import InkModel

/// Crash profiles as a command line names them: built-in ones by name, others by their files.
enum CrashProfileOperand {
  /// The profiles of some words, in their order; all built-in ones without any.
  static func profiles(
    _ words: [String], in context: Context
  ) throws(CommandFailure) -> [CrashProfile] {
    guard !words.isEmpty else { return CrashProfile.builtIn }
    var profiles: [CrashProfile] = []
    for word in words {
      let profile = try profile(word, in: context)
      guard !profiles.contains(where: { $0.name == profile.name }) else {
        throw CommandFailure(
          .usage, "two profiles are called '\(profile.name)': name it once, or rename one")
      }
      profiles.append(profile)
    }
    return profiles
  }

  private static func profile(
    _ word: String, in context: Context
  ) throws(CommandFailure) -> CrashProfile {
    if let profile = CrashProfile.builtIn.first(where: { $0.name == word }) { return profile }
    let path = context.absolutePath(word)
    guard word.contains("/") || word.hasSuffix(".json") || Platform.kind(ofFileAt: path) != .missing else {
      let names = CrashProfile.builtIn.map(\.name)
      throw CommandFailure(
        .usage,
        "unknown profile '\(word)', and there is no such file: \(suggestion(for: word, among: names))")
    }
    let profile: CrashProfile
    do { profile = try CrashProfile.read(path) } catch { throw CommandFailure(error) }
    // A report calls profiles by name alone.
    if let other = CrashProfile.named(profile.name), other != profile {
      throw CommandFailure(
        .usage,
        "'\(word)' is called '\(profile.name)' as a built-in profile is, and differs; give it another name")
    }
    return profile
  }
}

extension CommandFailure {
  init(_ error: CrashProfileError) {
    let code: ExitCode =
      switch error {
      case .malformed: .malformedInput
      case .unreadable: .unreadableInput
      }
    self.init(code, error.description)
  }
}
