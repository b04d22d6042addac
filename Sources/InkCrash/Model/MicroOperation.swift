/// A name in a directory; the directory is an inode of the model.
package struct NamePlace: Hashable, Sendable {
  package var directory: Int
  package var name: String
}

/// The smallest change that a disk keeps or forgets as a whole; only a write can also be torn.
package struct MicroOperation: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    /// Bytes within one block of a file; those from `freshFrom` on lay beyond the end of the file.
    case write(inode: Int, offset: Int, bytes: ArraySlice<UInt8>, freshFrom: Int)
    /// The length of a file.
    case size(inode: Int, old: Int, new: Int)
    case link(NamePlace, inode: Int)
    case unlink(NamePlace, inode: Int)
    /// One step, unless a profile splits it; a file that had the new name is `replaced`.
    case rename(from: NamePlace, to: NamePlace, inode: Int, replaced: Int?)
  }

  package var change: Change
  /// The number of the recorded operation that it belongs to.
  package var operation: UInt64
  /// The place of that operation amongst the recorded entries.
  package var entry: Int
  /// Whether it is the zeros that a shrink puts behind the new end, up to the end of its block: to the disk a
  /// write like any other, to the program part of the call.
  package var clearsTail = false

  /// The file or directory that is written, sized or named.
  package var inode: Int {
    switch change {
    case .write(let inode, _, _, _), .size(let inode, _, _), .link(_, let inode), .unlink(_, let inode),
      .rename(_, _, let inode, _):
      inode
    }
  }

  /// Whether a name is given or taken.
  package var isName: Bool {
    switch change {
    case .link, .unlink, .rename: true
    case .write, .size: false
    }
  }

  /// Whether a file becomes shorter.
  package var isShrink: Bool {
    if case .size(_, let old, let new) = change { new < old } else { false }
  }

  /// Whether a name in a directory is given or taken.
  package func touches(directory: Int) -> Bool {
    switch change {
    case .link(let place, _), .unlink(let place, _): place.directory == directory
    case .rename(let from, let to, _, _): from.directory == directory || to.directory == directory
    case .write, .size: false
    }
  }
}
