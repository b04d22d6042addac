package import InkModel

/// One entry of a log.
package enum RecordedEntry: Sendable, Hashable {
  case file(RecordedFile)
  case mark(RecordedMark)
  case operation(RecordedOperation)
}

/// A file of the store as it was when a recording first met it.
package struct RecordedFile: Sendable, Hashable {
  /// Tells the files of a recording apart, from 1; it stays through renames, and is not used again.
  package var number: Int
  package var inode: UInt64
  package var device: UInt64
  /// Before the call by which it was met; 0 for one that was made by it.
  package var length: UInt64
  /// The mode as `stat` tells it: the type and the permissions.
  package var mode: UInt32
  package var isNew: Bool
  /// Below the store, with a slash in front; empty for a file without a name.
  package var path: String

  package var isDirectory: Bool { mode & 0o170_000 == 0o040_000 }
}

/// Where whoever drives the store had come.
package struct RecordedMark: Sendable, Hashable {
  package enum Kind: UInt32, Sendable, Hashable, CaseIterable {
    case begun = 1
    /// The call returned, and what it was given counts as kept.
    case acknowledged
    case failed
  }

  package var kind: Kind
  /// The place of the call in its plan, from 1.
  package var step: Int
  /// The kind of call, by the name that reports use.
  package var phase: String
  package var intendedMilliseconds: UInt64
  /// How many changing calls on the store there had been.
  package var operationCount: UInt64 = 0
  package var nanoseconds: UInt64 = 0

  package init(_ kind: Kind, step: Int, phase: String, intendedMilliseconds: UInt64 = 0) {
    self.kind = kind
    self.step = step
    self.phase = phase
    self.intendedMilliseconds = intendedMilliseconds
  }
}

/// One call on a file of the store, with everything that it was given.
package struct RecordedOperation: Sendable, Hashable {
  package enum Kind: Sendable, Hashable, CaseIterable {
    case open, read, write
    /// Bytes that the kernel took from the file `target`: a write, with contents.
    case copy
    /// `offset` is the new length.
    case truncate
    case allocate
    /// Shares the blocks of `target`.
    case clone
    case sync, syncData
    /// Starts writing back a range, and promises nothing.
    case syncRange
    /// Syncs a whole file system.
    case syncAll
    case syncMapping
    case rename, link, symlink, remove, makeDirectory, removeDirectory, close
  }

  package var kind: Kind
  /// A file that has yet to get its name is `temporary`; a rename has the role of its new name.
  package var role: FileRole
  /// The number by which the process can be ended here; 0 for a call that changes nothing.
  package var number: UInt64
  /// From 1, in the order of threads' first calls.
  package var thread: Int
  /// −1 for a call by name.
  package var descriptor: Int
  /// Numbers of files; nil where there is none, as for a name that leads nowhere.
  package var file: Int?
  /// The file whose name is taken, or whose bytes are copied.
  package var target: Int?
  /// The directories that hold `path` and `targetPath`.
  package var directory: Int?
  package var targetDirectory: Int?
  /// Those of the call: of an open, a rename, an allocation, a positioned write.
  package var flags: Int32
  /// Those of the descriptor that change what a write does: `O_APPEND`, `O_SYNC`, `O_DSYNC`, `O_DIRECT`.
  package var statusFlags: Int32
  /// Where bytes really went or came from, also for writes that append.
  package var offset: UInt64
  /// Bytes that were asked for.
  package var size: UInt64
  package var result: Int64
  package var error: Int32
  package var mode: UInt32
  package var startNanoseconds: UInt64
  package var nanoseconds: UInt64
  /// Below the store, with a slash in front; empty outside of it, and for calls by descriptor.
  package var path: String
  package var targetPath: String
  /// The bytes that were written, as far as the call wrote them; empty in a log without contents.
  package var contents: ArraySlice<UInt8>
  /// Whether the call had returned; if not, its answer is not known, and it may have done its work.
  package var isWhole: Bool
  /// Whether the call made the file.
  package var createsFile: Bool
  /// Whether the file has no name yet.
  package var isNameless: Bool
}
