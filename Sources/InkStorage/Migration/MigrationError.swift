internal import InkModel

/// Why a store was not migrated; the old store is whole in every case.
package struct MigrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a script has to tell apart.
  package enum Kind: Hashable, Sendable {
    /// What was asked for can't be done with this store.
    case refused
    /// The old store can't be read by this user.
    case unreadable
    /// Something in the old store can't be trusted.
    case damaged
    /// The disk failed or is full.
    case disk
    /// The new store does not hold what the old one does, or lost it in a trial.
    case notEqual
    /// The user asked to stop.
    case interrupted
  }

  package var kind: Kind
  package var description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  static let interrupted = MigrationError(.interrupted, "interrupted; the store is as it was")

  /// Makes an error of what a store said, with where it was said.
  init(_ error: StorageError, in place: String? = nil) {
    kind =
      switch error {
      case .system(_, _, let code): SystemCalls.isRefusal(code) ? .unreadable : .disk
      case .engine: .disk
      case .damaged, .unsupportedVersion, .missing, .readOnlyPage: .damaged
      case .locked, .misuse: .refused
      }
    description = (place.map { $0 + ": " } ?? "") + error.description
  }

  /// Does something with a store and gives its failure a place.
  static func wrapping<Result: ~Copyable>(
    _ place: String? = nil, _ body: () throws(StorageError) -> Result
  ) throws(MigrationError) -> Result {
    do throws(StorageError) { return try body() } catch { throw MigrationError(error, in: place) }
  }
}
