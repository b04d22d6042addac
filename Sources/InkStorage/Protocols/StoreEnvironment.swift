public import InkModel

/// Work inside a call that reports show by itself.
public enum StoreActivity: String, Sendable, CaseIterable {
  /// Turning elements into bytes.
  case encode
  /// Folding a journal into its snapshot.
  case compaction
  /// Moving a write-ahead log into its database.
  case checkpoint
}

/// Hears when a backend begins and ends an activity; activities may nest but not overlap.
public protocol StoreObserver: AnyObject {
  func began(_ activity: StoreActivity)
  func ended(_ activity: StoreActivity)
}

/// Everything a backend is given to work with.
public struct StoreEnvironment {
  /// The store's directory, absolute, without a slash at its end.
  public var directory: String
  public var durability: Durability
  public var codec: any PageCodec
  /// The source of temporary names, salts and generations, so that runs repeat.
  public var seed: UInt64
  /// Hears of activities; nil where nobody measures.
  public var observer: (any StoreObserver)?

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

/// What a library's shelf shows of a document.
public struct LibraryEntry: Hashable, Sendable {
  public var id: DocumentID
  public var title: String
  public var pageCount: Int
  public var modifiedMilliseconds: UInt64

  /// Makes an entry.
  public init(id: DocumentID, title: String, pageCount: Int, modifiedMilliseconds: UInt64) {
    self.id = id
    self.title = title
    self.pageCount = pageCount
    self.modifiedMilliseconds = modifiedMilliseconds
  }
}
