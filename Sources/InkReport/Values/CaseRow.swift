package import InkModel

/// What a report says of one case.
package struct CaseRow: Codable, Hashable, Sendable {
  package enum Status: String, Codable, Hashable, Sendable {
    case measured
    /// The instrument can't vouch for the numbers, or there are none.
    case notMeasured = "not-measured"
    /// A child process ended with an error.
    case failed
    /// A child process was ended by a signal.
    case died
  }

  package var workload: String
  package var backend: String
  @Nullable package var codec: String?
  package var durability: Durability
  @Nullable package var level: Int?
  package var unit: ConsistencyUnit
  package var retainsContent: Bool
  package var status: Status
  /// Why there are no metrics; empty if there are.
  package var reasons: [NotMeasured]
  package var failures: [FailureRow]
  /// Sentences that limit what the numbers say.
  package var notes: [String]
  package var timedRounds: Int
  package var allocationRounds: Int
  /// Nil if no fresh process compared the store with the model.
  @Nullable package var verification: Verification?
  package var metrics: [MetricRow]
  package var samples: [SampleRow]
  package var floors: [FloorResult]
  /// Nil without crash trials.
  @Nullable package var crash: CrashRow?

  package var name: CaseName {
    CaseName(workload: workload, backend: backend, codec: codec, durability: durability)
  }

  /// The metric of a name, if the case has it.
  package func metric(_ name: String) -> MetricRow? { metrics.first { $0.name == name } }
}

/// Why a case has no metrics.
package struct NotMeasured: Codable, Hashable, Sendable {
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// The tap did not see the test write made before the case.
    case canaryUnseen = "canary-unseen"
    /// The kernel counted other bytes than the tap.
    case bytesDisagree = "bytes-disagree"
    /// Something could write past the tap.
    case bypass
    /// No timed round was finished.
    case noRounds = "no-rounds"
  }

  package var code: Code
  /// One sentence.
  package var detail: String
}

/// How a child process of a case ended badly.
package struct FailureRow: Codable, Hashable, Sendable {
  package var round: Int
  package var kind: ChildFailure.Kind
  package var reason: String
  @Nullable package var exitCode: Int32?
  @Nullable package var signal: Int32?
}

/// The comparison of the closed store with the model: the worst of all rounds.
package struct Verification: Codable, Hashable, Sendable {
  package var outcome: Outcome
  @Nullable package var detail: String?
  package var verdicts: Int
  package var pagesCompared: Int
  package var elementsCompared: Int
  package var orphanAssets: Int
}

/// The raw service times of the saves of one phase in one round, in order.
package struct SampleRow: Codable, Hashable, Sendable {
  package var phase: Phase
  package var round: Int
  package var serviceNanoseconds: [UInt64]
}
