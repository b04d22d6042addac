public import InkModel

/// Everything a backend is given to work with.
public struct StoreEnvironment: Sendable {
  /// The store's directory, absolute, without a slash at its end.
  public var directory: String
  public var durability: Durability
  public var codec: any PageCodec
  /// The source of temporary names, salts and generations, so that runs repeat.
  public var seed: UInt64
  /// Hears of activities; nil where nobody measures.
  public var observer: (any StoreObserver)?
  /// The store's lock, where it is held already: by a migration, which opens a store again and again.
  var lock: StoreLock?

  /// Makes an environment.
  public init(
    directory: String, durability: Durability, codec: any PageCodec, seed: UInt64 = 0,
    observer: (any StoreObserver)? = nil
  ) {
    self.directory = directory
    self.durability = durability
    self.codec = codec
    self.seed = seed
    self.observer = observer
  }
}
