internal import InkCrash
internal import InkModel
internal import InkReport

/// What a report keeps of the profiles that came from files: by it a later command knows whether it is given
/// the same rules, since a report calls profiles by name alone.
enum ProfileFacts {
  /// A fact for each profile that is not built in, to stand beside the report's times.
  static func facts(of profiles: [CrashProfile]) -> [EnvironmentFact] {
    profiles.filter { CrashProfile.named($0.name) == nil }.map { profile in
      EnvironmentFact(name: name(of: profile), value: "from a file, digest \(digest(of: profile))")
    }
  }

  /// The first profile whose rules are others than those that a report was made with, or of which it says
  /// nothing.
  static func changed(_ profiles: [CrashProfile], since times: CrashTimes?) -> CrashProfile? {
    profiles.first { profile in facts(of: [profile]).contains { !(times?.environment.contains($0) ?? false) }
    }
  }

  /// Whether a report says that a profile had other rules.
  static func hasChanged(_ profile: CrashProfile, since times: CrashTimes?) -> Bool {
    let known = times?.environment.filter { $0.name == name(of: profile) } ?? []
    return !known.isEmpty && changed([profile], since: times) != nil
  }

  private static func name(of profile: CrashProfile) -> String { "profile \(profile.name)" }

  private static func digest(of profile: CrashProfile) -> String {
    var digest = Digest()
    digest.feed(String(decoding: profile.json(), as: UTF8.self))
    return String(digest.text.prefix(16))
  }
}
