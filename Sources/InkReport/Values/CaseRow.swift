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
  /// Which machine ran it, where merged shards come from several; left out where there is one.
  package var machine: String?
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
  /// Nil where there are no samples.
  @Nullable package var timeline: CaseTimeline?
  package var floors: [FloorResult]
  /// Nil without crash trials.
  @Nullable package var crash: CrashRow?
  /// Nil where no crash states were asked for.
  @Nullable package var crashStates: CrashStatesRow?

  package var name: CaseName {
    CaseName(workload: workload, backend: backend, codec: codec, durability: durability)
  }

  /// What ended the round that records file calls; nil if nothing did.
  package var recordingFailure: String? { failures.first { $0.kind == .recorded }?.reason }

  /// The metric of a name, if the case has it.
  package func metric(_ name: String) -> MetricRow? { metrics.first { $0.name == name } }
}
