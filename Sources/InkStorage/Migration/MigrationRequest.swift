package import InkModel

/// What a migration shall do.
package struct MigrationRequest {
  /// The store's directory, absolute.
  package var store: String
  /// The backend that shall have it.
  package var target: any StorageBackend.Type
  /// The codec of its pages; nil to keep the one that they have, or to take `packed` if there is not one.
  package var codec: (any PageCodec)?
  /// What the new store is written with; nil for the strongest class that its backend claims.
  package var durability: Durability?
  /// The backend that wrote the store; nil to find out which of the built-in ones did.
  package var source: (any StorageBackend.Type)?
  /// Codecs that pages of the old store may be written with, beside the built-in ones.
  package var codecs: [any PageCodec]
  /// Where the old store goes in the end, absolute; nil to remove it.
  package var keepOld: String?
  /// Whether to read the old store and change nothing.
  package var isDryRun = false
  /// What temporary names, generations and the edits of trials come from: a migration can be repeated.
  package var seed: UInt64 = 1
  var swapMethod = StoreSwap.Method.exchange

  /// Makes a request.
  package init(
    store: String, target: any StorageBackend.Type, codec: (any PageCodec)? = nil,
    durability: Durability? = nil, source: (any StorageBackend.Type)? = nil, codecs: [any PageCodec] = [],
    keepOld: String? = nil, isDryRun: Bool = false
  ) {
    self.store = store
    self.target = target
    self.codec = codec
    self.durability = durability
    self.source = source
    self.codecs = codecs
    self.keepOld = keepOld
    self.isDryRun = isDryRun
  }

  /// The same with directories swapped by two renames, as where the file system knows no exchange.
  package func withTwoRenames() -> MigrationRequest {
    var request = self
    request.swapMethod = .twoRenames
    return request
  }
}
