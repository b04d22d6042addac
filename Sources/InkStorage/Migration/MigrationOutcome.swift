package import InkModel

/// What a migration did, or would do.
package struct MigrationOutcome: Sendable {
  package enum Result: Sendable {
    /// The store was of that kind already; its content was not changed.
    case nothingToDo
    /// Only a dry run: the bytes that are needed beside the store, and those that are free.
    case planned(neededBytes: Int, freeBytes: UInt64?)
    /// Done; where the old store is, to follow "was".
    case migrated(bytesAfter: Int, trials: TrialOutcome, oldStore: String)
  }

  package var result: Result
  /// The store's path, without links.
  package var store: String
  package var from: StoreForm
  package var to: StoreForm
  package var durability: Durability
  package var inventory: StoreInventory
  package var bytesBefore: Int
  /// What the old store's files hold beyond that; it is left out.
  package var remainders = StoreRemainders()
  /// Documents whose time of the last change the new store's shelf does not show.
  package var lostTimes = 0
  /// What was cleared up before, as a sentence.
  package var leftovers: String?

  /// Whether a dry run found room enough.
  package var fits: Bool {
    guard case .planned(let needed, .some(let free)) = result else { return true }
    return UInt64(needed) <= free
  }
}

/// How a store is written: by which backend, with which codecs.
package struct StoreForm: Hashable, Sendable, CustomStringConvertible {
  package var backend: String
  /// In ascending order; none where pages are not files.
  package var codecs: [String]

  package var description: String {
    codecs.isEmpty ? backend : "\(backend) (\(codecs.joined(separator: ", ")))"
  }
}
