package import InkModel

/// What a process is asked to check: sessions one after another, each in a fresh store.
package struct CheckTask: Codable, Sendable {
  /// Where the sessions come from.
  package enum Sessions: Codable, Hashable, Sendable {
    /// A workload's canonical JSON, and a run of seeds.
    case seeds(json: String, first: UInt64, count: Int)
    /// Session files.
    case files([String])

    /// How many there are.
    package var count: Int {
      switch self {
      case .seeds(_, _, let count): count
      case .files(let paths): paths.count
      }
    }

    /// The seed of one of them; nil if it stands in a file.
    package func seed(_ index: Int) -> UInt64? {
      if case .seeds(_, let first, _) = self { first &+ UInt64(index) } else { nil }
    }

    /// Those from an index on.
    func dropping(_ number: Int) -> Sessions {
      switch self {
      case .seeds(let json, let first, let count):
        .seeds(json: json, first: first &+ UInt64(number), count: count - number)
      case .files(let paths): .files(Array(paths.dropFirst(number)))
      }
    }

    /// The first so many.
    func prefix(_ number: Int) -> Sessions {
      switch self {
      case .seeds(let json, let first, let count):
        .seeds(json: json, first: first, count: min(count, number))
      case .files(let paths): .files(Array(paths.prefix(number)))
      }
    }

    /// Makes or reads one of them; those that are made are stirred.
    func session(_ index: Int) throws(RunError) -> Session {
      switch self {
      case .seeds(let json, let first, _):
        try SessionReference.workload(json: json, seed: first &+ UInt64(index)).load().stirred()
      case .files(let paths): try SessionReference.file(path: paths[index]).load()
      }
    }
  }

  package var sessions: Sessions
  package var backend: String
  package var codec: String?
  package var durability: Durability
  /// Where stores lie, one after another; ours alone, and there already.
  package var place: String
  /// Ends the process at the first session that fails in this way; nil to check all.
  package var stopsAt: Finding.Kind?

  package init(
    sessions: Sessions, backend: String, codec: String?, durability: Durability, place: String
  ) {
    self.sessions = sessions
    self.backend = backend
    self.codec = codec
    self.durability = durability
    self.place = place
  }
}

/// What a checking process says of one session, as a line of JSON as soon as it knows.
struct CheckLine: Codable, Sendable {
  /// The session's index in the task.
  var index: Int
  var finding: Finding?
  /// Why the session could not be checked; says nothing of the store.
  var failure: String?
  var isDiskFull = false
}
