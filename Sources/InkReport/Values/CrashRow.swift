/// What the crash trials of one case found.
package struct CrashRow: Codable, Hashable, Sendable {
  /// Which events were replayed, in words.
  @Nullable package var excerpt: String?
  package var trials: Int
  /// Only outcomes that occurred, in the order of `Outcome`.
  package var outcomes: [OutcomeCount]
  package var strata: [CrashStratum]
  /// The first trial that broke a promise.
  @Nullable package var firstFailure: CrashFailure?
  package var orphanAssetsMax: Int
  @Nullable package var recoveryMedianNanoseconds: Double?

  /// How many trials ended in an outcome.
  package func count(_ outcome: Outcome) -> Int { outcomes.count(of: outcome) }
  /// How many trials broke a promise.
  package var brokenCount: Int { outcomes.brokenCount }
}

/// How often an outcome occurred.
package struct OutcomeCount: Codable, Hashable, Sendable {
  package var outcome: Outcome
  package var count: Int

  package init(outcome: Outcome, count: Int) {
    self.outcome = outcome
    self.count = count
  }
}

extension [OutcomeCount] {
  /// How often one of them occurred.
  func count(of outcome: Outcome) -> Int { first { $0.outcome == outcome }?.count ?? 0 }
  fileprivate var brokenCount: Int { reduce(0) { $0 + ($1.outcome.isAllowed ? 0 : $1.count) } }
}

/// The trials of one stretch of a replay.
package struct CrashStratum: Codable, Hashable, Sendable {
  package var stratum: String
  package var trials: Int
  package var outcomes: [OutcomeCount]

  package var brokenCount: Int { outcomes.brokenCount }
}

/// A crash trial that broke a promise.
package struct CrashFailure: Codable, Hashable, Sendable {
  package var operation: UInt64
  package var isWriteCut: Bool
  package var stratum: String
  package var outcome: Outcome
  @Nullable package var detail: String?
}
