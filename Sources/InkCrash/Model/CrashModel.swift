package import InkTap

/// What a program did to a store, as changes that a disk keeps or forgets one by one.
///
/// Method. Files are inodes, numbered anew: 0 is the store's directory, then what was there before, then what
/// was made. Each recorded call becomes micro-operations in program order: writes, cut at the blocks of the
/// file; one change of length behind the writes of a call that went beyond the end; names given and taken.
/// Between them stand sync points and the marks of whoever drove the store. Which of the operations survive a
/// crash is for profile and enumeration to say; the model knows no order but the program's.
///
/// Left out: permissions, times, extended attributes.
package struct CrashModel: Sendable {
  /// A file or directory.
  struct Inode: Sendable {
    var isDirectory: Bool
    /// SQLite's `-shm`: written through a mapping that nobody sees, and rebuilt after a power loss.
    var isSharedMemory: Bool
    /// Made without a name.
    var isNameless = false
    /// Before the first operation; empty for what was made later.
    var bytes: [UInt8] = []
    /// The name under which it was first met, below the store.
    var path: String
  }

  /// A place between operations where something happened that is no change.
  struct Event: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      /// Of one file or directory, or of everything.
      case sync(inode: Int?)
      case failedSync(inode: Int?)
      case mark(RecordedMark)
    }
    var kind: Kind
    /// How many operations stand before it.
    var at: Int
    /// The place of its call amongst the recorded entries.
    var entry: Int
  }

  /// The store before the first operation.
  package let base: StoreImage
  /// All changes in program order.
  package internal(set) var operations: [MicroOperation]
  var events: [Event]
  let inodes: [Inode]
  /// The names before the first operation.
  let names: [NamePlace: Int]

  /// The largest file that is modelled; the stores that are examined are excerpts of a few megabytes.
  package static let fileBytesMax: UInt64 = 256 << 20

  /// The inode of the store's own directory.
  static let root = 0

  /// Takes a recording apart; the image is the store as it was when the recording began.
  package init(base: StoreImage, entries: [RecordedEntry]) throws(CrashModelError) {
    var builder = ModelBuilder(base: base, files: entries)
    for (place, entry) in entries.enumerated() {
      switch entry {
      case .file: break
      case .mark(let mark): builder.take(.mark(mark), entry: place)
      case .operation(let operation): try builder.take(operation, entry: place)
      }
    }
    builder.takeUnfinished()
    self.base = base
    operations = builder.operations
    events = builder.events
    inodes = builder.inodes
    names = builder.baseNames
  }

  /// The path under which an inode was first met, for sentences about it.
  package func path(of inode: Int) -> String { inodes[inode].path }

  /// The same with each rename as its parts: the old name's holder goes, the name is given, the other is
  /// taken.
  ///
  /// For file systems that write the two directories apart.
  func splittingRenames() -> CrashModel {
    var split = self
    split.operations = []
    var places: [Int] = []
    for operation in operations {
      places.append(split.operations.count)
      guard case .rename(let from, let to, let inode, let replaced) = operation.change else {
        split.operations.append(operation)
        continue
      }
      var parts: [MicroOperation.Change] = [.link(to, inode: inode), .unlink(from, inode: inode)]
      if let replaced { parts.insert(.unlink(to, inode: replaced), at: 0) }
      for part in parts {
        var operation = operation
        operation.change = part
        split.operations.append(operation)
      }
    }
    places.append(split.operations.count)
    for index in events.indices { split.events[index].at = places[events[index].at] }
    return split
  }
}
