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
    do { return try CrashProfile.read(path) } catch { throw CommandFailure(error) }
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
