package import InkModel
package import InkReplay

/// What a child process is asked to do, as JSON on its standard input.
package struct ChildTask: Codable, Sendable {
  /// The job, and what only that job needs.
  package enum Job: Codable, Sendable {
    /// Write the session's base into an empty store.
    case buildBase
    /// Replay the session and measure.
    case replay(Replay)
    /// Compare the store with what was promised.
    case judge(ReplayProgress?)
    /// Measure the bare cost of some writes.
    case floor(kind: FloorProbe.Kind, sizes: [Int])
  }

  /// How a replay is done.
  package struct Replay: Codable, Sendable {
    package var isPaced = false
    package var countsAllocations = false
    package var recordsSpans = false
    /// How long a log of the file calls may become; nil for a round that is not recorded.
    package var recordingBytes: Int?
    /// Where the log goes if the contents of writes are to be kept: a new file, outside the store.
    ///
    /// Nil keeps none, and the calls are answered as a script.
    package var recordingPath: String?
    /// Whether random numbers that an engine draws by itself follow from the seed, so that two replays make
    /// the same files.
    package var repeatsRandomNumbers = false
    /// Where the replay leaves word of its progress, outside the store.
    package var boardPath: String?
    /// Where exports go, outside the store's directory.
    package var exportPath: String
    /// The operation before which, or in the middle of which, the process ends itself.
    package var crash: CrashPoint?

    package init(exportPath: String) { self.exportPath = exportPath }
  }

  package var job: Job
  package var session: SessionReference
  /// Replays or judges only the crash excerpt of so many events; nil for the whole session.
  package var excerptEvents: Int?
  package var backend: String
  package var codec: String?
  package var durability: Durability
  package var storeDirectory: String
  package var seed: UInt64
  /// Whether syncs are counted but not carried out, where only processes end and nothing is timed.
  package var leavesOutSyncs = false

  package init(
    job: Job, session: SessionReference, excerptEvents: Int? = nil, backend: String, codec: String?,
    durability: Durability, storeDirectory: String, seed: UInt64
  ) {
    self.job = job
    self.session = session
    self.excerptEvents = excerptEvents
    self.backend = backend
    self.codec = codec
    self.durability = durability
    self.storeDirectory = storeDirectory
    self.seed = seed
  }
}

/// Where a process ends itself.
package struct CrashPoint: Codable, Hashable, Sendable {
  /// The number of an operation on the store, from 1.
  package var operation: UInt64
  /// Whether the first half of a write is still carried out.
  package var isWriteCut: Bool

  package init(operation: UInt64, isWriteCut: Bool) {
    self.operation = operation
    self.isWriteCut = isWriteCut
  }
}
