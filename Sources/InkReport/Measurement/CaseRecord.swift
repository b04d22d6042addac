package import InkModel

/// The name of a case: what is replayed against what.
package struct CaseName: Codable, Hashable, Sendable {
  package var workload: String
  package var backend: String
  /// Nil for backends that use no codec.
  package var codec: String?
  package var durability: Durability

  package init(workload: String, backend: String, codec: String?, durability: Durability) {
    self.workload = workload
    self.backend = backend
    self.codec = codec
    self.durability = durability
  }

  /// The backend with its codec, such as `snapshot/packed`.
  package var store: String { codec.map { "\(backend)/\($0)" } ?? backend }
  /// All of it in one word, such as `meeting snapshot/packed power-durable`.
  package var text: String { "\(workload) \(store) \(durability.rawValue)" }
}

/// How a child process ended, when it did not end well.
package struct ChildFailure: Codable, Hashable, Sendable {
  /// What the child was to do.
  package enum Kind: String, Codable, Hashable, Sendable {
    case base, timed, verify, floor
    /// A round of its own, so that timed rounds are not affected by its end.
    case allocations
    case crashBase = "crash-base"
    case crashSurvey = "crash-survey"
    case crashTrial = "crash-trial"
  }

  /// Which round, or which crash trial, from 0.
  package var round: Int
  package var kind: Kind
  /// One sentence.
  package var reason: String
  package var exitCode: Int32?
  package var signal: Int32?

  package init(round: Int, kind: Kind, reason: String, exitCode: Int32? = nil, signal: Int32? = nil) {
    self.round = round
    self.kind = kind
    self.reason = reason
    self.exitCode = exitCode
    self.signal = signal
  }
}

/// The bare cost of the same bytes with the same calls, measured beside a case.
package struct FloorResult: Codable, Hashable, Sendable {
  /// Which calls were made.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// A temporary file, written, synced and renamed over the last.
    case replace
    /// The end of one file, written and synced.
    case append
    /// A place of a file that has its blocks already, written and synced.
    case overwrite
  }

  package var kind: Kind
  package var bytes: Int
  package var nanoseconds: [UInt64]

  package init(kind: Kind, bytes: Int, nanoseconds: [UInt64]) {
    self.kind = kind
    self.bytes = bytes
    self.nanoseconds = nanoseconds
  }
}

/// Crash trials of one case.
package struct CrashTrial: Codable, Hashable, Sendable {
  /// The operation at which the process ended itself, from 1, and whether its write was cut at half.
  package var operation: UInt64
  package var isWriteCut: Bool
  /// The stretch that the operation lies in: `first-save`, `compaction`, `checkpoint`, `background`, `close`,
  /// `insert-asset` or `other`.
  package var stratum: String
  package var verdict: Verdict

  package init(operation: UInt64, isWriteCut: Bool, stratum: String, verdict: Verdict) {
    self.operation = operation
    self.isWriteCut = isWriteCut
    self.stratum = stratum
    self.verdict = verdict
  }
}

/// Everything known of one case, as the runner collects it: the input of a report.
package struct CaseRecord: Codable, Sendable {
  package var name: CaseName
  package var level: Int?
  package var retainsContent: Bool
  package var unit: ConsistencyUnit
  package var timed: [RoundResult] = []
  package var allocationRounds: [RoundResult] = []
  package var floors: [FloorResult] = []
  package var verdicts: [Verdict] = []
  package var crashTrials: [CrashTrial] = []
  /// Which events the crash trials replayed, in words; nil without trials.
  package var crashExcerpt: String?
  package var failures: [ChildFailure] = []

  package init(name: CaseName, level: Int?, retainsContent: Bool, unit: ConsistencyUnit) {
    self.name = name
    self.level = level
    self.retainsContent = retainsContent
    self.unit = unit
  }
}
