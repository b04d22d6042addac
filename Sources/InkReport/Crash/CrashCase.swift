package import InkModel

/// One store with its codec and durability class, under all profiles.
package struct CrashCase: Codable, Hashable, Sendable {
  package var session: String
  package var backend: String
  /// Nil for backends that use no codec.
  @Nullable package var codec: String?
  package var durability: Durability
  /// What the recording held.
  package var saves: Int
  package var fileOperations: Int
  package var microOperations: Int
  /// Real processes that were ended amid the replay; all left the store that the model says.
  package var endedProcesses = 0
  /// Distinct contents that were opened and compared, each once for all profiles.
  package var checkedStates: Int
  /// How many of them recovery wrote to.
  package var recoveredStates: Int
  package var profiles: [CrashProfileRow] = []
  package var findings: [CrashFinding] = []
  /// What the store made of faults; empty if none were tried.
  package var faults: [FaultRow] = []
  /// Whether it was stopped before all its states were checked and all its lives lived.
  package var isCutByTime = false
  /// Why the case has no verdicts; nil if it has.
  @Nullable package var notExplored: String?

  package init(name: CaseName, notExplored: String? = nil) {
    session = name.workload
    backend = name.backend
    codec = name.codec
    durability = name.durability
    saves = 0
    fileOperations = 0
    microOperations = 0
    checkedStates = 0
    recoveredStates = 0
    self.notExplored = notExplored
  }

  package var name: CaseName {
    CaseName(workload: session, backend: backend, codec: codec, durability: durability)
  }

  /// Why a case has no verdicts that was stopped before it could have any.
  package static let stoppedFirst = "it was stopped before the first state was checked"

  /// Whether it has no verdicts because something failed, and not because it was stopped first: its process
  /// died, the disk was full, it made calls that can't be modelled, or a real process left another store than
  /// the model says.
  package var isUnexplored: Bool { notExplored != nil && notExplored != Self.stoppedFirst }

  /// Whether something of it has no verdicts because something failed: its states, or a fault.
  package var hasFailed: Bool { isUnexplored || faults.contains(where: \.isUnlived) }

  /// States and lives that broke a promise, over all profiles and faults, those of second crashes too.
  package var brokenCount: Int {
    profiles.reduce(0) { $0 + $1.broken + $1.secondCrashBroken } + faults.reduce(0) { $0 + $1.broken }
  }
}

/// What was found of one case under one profile.
package struct CrashProfileRow: Codable, Hashable, Sendable {
  package var profile: String
  package var basis: CrashBasis
  package var kind: CrashKind
  package var promise: Promise
  /// States before and after those of equal content were put together.
  package var generated: Int
  package var distinct: Int
  package var bound: CrashBound
  /// Only outcomes that occurred, in the order of `Outcome`; each distinct state with each progress at which
  /// the crash can fall counts once.
  package var outcomes: [OutcomeCount]
  package var broken: Int
  /// The most that any state lost of what had been acknowledged.
  package var strokesLostMax: Int
  package var millisecondsLostMax: UInt64
  /// Files that no part of the store names, temporary ones too, at most.
  package var orphanFilesMax: Int
  /// States of a second crash, while the store is opened after the first, saved to once and closed.
  package var secondCrashStates: Int
  package var secondCrashBroken: Int
  /// In which shapes states are whose files are not all in order.
  package var shapes: [ShapeRow] = []

  package init(
    profile: String, basis: CrashBasis, kind: CrashKind, promise: Promise, generated: Int, distinct: Int,
    bound: CrashBound
  ) {
    self.profile = profile
    self.basis = basis
    self.kind = kind
    self.promise = promise
    self.generated = generated
    self.distinct = distinct
    self.bound = bound
    outcomes = []
    broken = 0
    strokesLostMax = 0
    millisecondsLostMax = 0
    orphanFilesMax = 0
    secondCrashStates = 0
    secondCrashBroken = 0
  }

  /// Whether the promise was broken, by a crash or by a second one.
  package var isBroken: Bool { broken + secondCrashBroken > 0 }

  package func count(_ outcome: Outcome) -> Int { outcomes.count(of: outcome) }
}

/// How far an exploration went.
package struct CrashBound: Codable, Hashable, Sendable {
  package var epochs: Int
  /// Epochs all of whose states were generated.
  package var exhaustiveEpochs: Int
  /// Epochs with too many pending operations for that: prefixes, and few dropped or kept.
  package var boundedEpochs: Int
  /// Epochs of which only the newest pending operations were left out or kept.
  package var windowedEpochs: Int
  /// Whether the budget ended the exploration before its other bounds did.
  package var isCutByBudget: Bool

  package init(
    epochs: Int, exhaustiveEpochs: Int, boundedEpochs: Int, windowedEpochs: Int, isCutByBudget: Bool
  ) {
    self.epochs = epochs
    self.exhaustiveEpochs = exhaustiveEpochs
    self.boundedEpochs = boundedEpochs
    self.windowedEpochs = windowedEpochs
    self.isCutByBudget = isCutByBudget
  }
}

/// A kind of failing state, in its smallest form.
package struct CrashFinding: Codable, Hashable, Sendable {
  /// Names the state for `crash replay`, `crash export` and `crash match`.
  package var id: String
  package var profile: String
  package var outcome: Outcome
  /// How many states failed in this way.
  package var states: Int
  /// What the user would see.
  package var seen: String
  /// The operations that the crash left out or tore although later ones had arrived, and what would have held
  /// them.
  package var culprits: [String]
  package var missingBarrier: String
  /// The command that leaves the state on disk, without the report's place; see `command(in:)`.
  package var command: String
  /// The state itself, as a word that the program reads again.
  package var state: String

  package init(
    id: String, profile: String, outcome: Outcome, states: Int, seen: String, culprits: [String],
    missingBarrier: String, command: String, state: String
  ) {
    self.id = id
    self.profile = profile
    self.outcome = outcome
    self.states = states
    self.seen = seen
    self.culprits = culprits
    self.missingBarrier = missingBarrier
    self.command = command
    self.state = state
  }
}

extension CrashFinding {
  /// The command with the place of the report, as a shell reads it.
  package func command(in report: String) -> String { "\(command) --report \(report)" }
}
