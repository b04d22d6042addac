/// What a short exploration of the states that a crash can leave found of one case.
///
/// All of it repeats exactly: it follows from the session, the store, the profiles, the number of states and
/// the seed. How long recovery took stands amongst the noisy metrics.
package struct CrashStatesRow: Codable, Hashable, Sendable {
  /// Which events are replayed, in words; nil where the session has none to explore.
  @Nullable package var excerpt: String?
  /// Distinct contents that were opened and compared, each once for all profiles.
  package var checkedStates: Int
  /// In the order in which they were explored; empty where nothing was.
  package var profiles: [CrashStatesProfile]
  /// How a promise was broken, at most one a profile.
  package var findings: [CrashStatesFinding]
  /// Why nothing was explored, as a clause; nil if something was.
  @Nullable package var notExplored: String?

  package init(
    excerpt: String?, checkedStates: Int = 0, profiles: [CrashStatesProfile] = [],
    findings: [CrashStatesFinding] = [], notExplored: String? = nil
  ) {
    self.excerpt = excerpt
    self.checkedStates = checkedStates
    self.profiles = profiles
    self.findings = findings
    self.notExplored = notExplored
  }

  /// Whether nothing was explored although the session has events for it: something failed.
  package var hasFailed: Bool { notExplored != nil && excerpt != nil }

  /// How many states broke a promise, over all profiles.
  package var brokenCount: Int { profiles.reduce(0) { $0 + $1.broken } }
}

/// What was found of one case under one crash profile.
package struct CrashStatesProfile: Codable, Hashable, Sendable {
  package var profile: String
  package var basis: CrashBasis
  package var kind: CrashKind
  package var promise: Promise
  /// States before and after those of equal content were put together.
  package var generated: Int
  package var distinct: Int
  /// Whether the number of states ended the exploration before its other bounds did.
  package var isCutByBudget: Bool
  /// Only outcomes that occurred, in the order of `Outcome`; each distinct state with each progress at which
  /// the crash can fall counts once.
  package var outcomes: [OutcomeCount]
  /// States that broke the promise, those of a second crash while the store is used again too.
  package var broken: Int
  /// The most that any state lost of what had been acknowledged.
  package var strokesLostMax: Int
  package var millisecondsLostMax: UInt64
  /// Files that no part of the store names, temporary ones too, at most.
  package var orphanFilesMax: Int

  package func count(_ outcome: Outcome) -> Int { outcomes.count(of: outcome) }
}

/// How one promise was broken, in its smallest form.
package struct CrashStatesFinding: Codable, Hashable, Sendable {
  package var profile: String
  package var outcome: Outcome
  /// How many states failed in this way.
  package var states: Int
  /// What the user would see, in sentences.
  package var seen: String
  /// What would have held it, in a sentence.
  package var missingBarrier: String

  package init(profile: String, outcome: Outcome, states: Int, seen: String, missingBarrier: String) {
    self.profile = profile
    self.outcome = outcome
    self.states = states
    self.seen = seen
    self.missingBarrier = missingBarrier
  }
}
