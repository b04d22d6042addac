/// One call on a file of a store, without its contents: what a device is asked to price or to repeat.
package struct FileOperation: Codable, Hashable, Sendable {
  /// What a call does, whichever of libc's names it was made by.
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// Opens a file that exists.
    case open
    /// Makes a file, or empties the one that stands there.
    case create
    case read, write
    /// Sets a file's length.
    case truncate
    /// Sets space aside.
    case allocate
    /// Syncs a file with all its metadata, as `fsync` does.
    case sync
    /// Syncs a file's data, and of its metadata what is needed to read them, as `fdatasync` does.
    case syncData = "sync-data"
    case syncDirectory = "sync-directory"
    case rename, link, remove
    case makeDirectory = "make-directory"
    case removeDirectory = "remove-directory"
    case close
    /// A call that moves no bytes and changes no name.
    case other
  }

  package var kind: Kind
  package var role: FileRole
  /// Tells the files of a case apart, from 0 in the order of their first call; a directory is one too.
  package var file: Int
  /// The file whose name a rename or a link takes, if there is one by that name.
  package var target: Int?
  /// Where a read or a write begins, or the length that a truncation sets.
  package var offset: UInt64
  /// Bytes read, written or set aside; 0 for other kinds.
  package var length: UInt64
  /// How long the call took where it was recorded.
  package var nanoseconds: UInt64

  package init(
    _ kind: Kind, role: FileRole, file: Int, target: Int? = nil, offset: UInt64 = 0, length: UInt64 = 0,
    nanoseconds: UInt64 = 0
  ) {
    self.kind = kind
    self.role = role
    self.file = file
    self.target = target
    self.offset = offset
    self.length = length
    self.nanoseconds = nanoseconds
  }
}
