/// Which calls on the watched store go wrong, and how.
///
/// A fault plan is the tap's *inject* mode: the k-th call of the named kinds, or every call from the k-th to
/// the n-th, fails with an error of the system's and is not carried out, or moves half of its bytes. Calls
/// are counted from the moment the plan is put in force, for the plan alone, and also where they change
/// nothing. The same program on the same store makes the same calls, so that a plan names one moment, and
/// going through k = 1, 2, 3 … until a run passes untouched goes through all of them.
///
/// ```swift
/// Tap.inject(FaultPlan(.error(EMFILE), at: 3, of: [.open]))
/// defer { Tap.endInjection() }
/// ```
package struct FaultPlan: Sendable, Equatable {
  /// What goes wrong.
  package enum Fault: Sendable, Hashable {
    /// The call is not carried out and fails with this `errno`; only `close` is carried out all the same.
    case error(Int32)
    /// A read or write moves the first half of its bytes and says so; other calls, and single bytes, pass.
    case shortCount
  }

  package var fault: Fault
  /// The first call that goes wrong, counted from 1 over the calls of the plan's kinds.
  package var first: UInt64
  /// The last one.
  package var last: UInt64
  package var kinds: Set<CallKind>
  /// A file whose content can't be opened; nil for calls on all files.
  ///
  /// Such a plan counts the opens of that file alone, but for those that empty it. The file is known by its
  /// inode: whatever takes its name later can be opened.
  package var file: FileIdentity?
  /// Bytes that the first call which goes wrong still moves, if it is a write; nil for the fault alone.
  ///
  /// Every call behind it fails, of whatever kind, as if the process had ended in the middle of that write.
  package var cut: Int?

  /// A plan by which one call goes wrong.
  package init(_ fault: Fault, at number: UInt64, of kinds: Set<CallKind> = CallKind.disjoint) {
    self.init(fault, from: number, through: number, of: kinds)
  }

  /// A plan by which calls go wrong from one on; without an end until the injection ends.
  package init(
    _ fault: Fault, from first: UInt64, through last: UInt64 = .max,
    of kinds: Set<CallKind> = CallKind.disjoint
  ) {
    self.fault = fault
    self.first = first
    self.last = last
    self.kinds = kinds
  }
}

/// What tells a file from every other that exists at the same time.
package struct FileIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// What a file call is for, as fault plans name it.
package enum CallKind: String, Sendable, CaseIterable {
  /// Opening a file, or a directory in order to list it, whether it makes or changes one or not.
  case open
  case read
  /// Mapping a file into memory that is shared.
  case map
  case close
  /// Writing, and copying within the system.
  case write
  /// Truncating, setting space aside, cloning.
  case resize
  case sync
  case rename
  /// Removing a file or a directory.
  case remove
  /// Making a directory or a link.
  case make
  /// Opening a file that is not there and so is made; it counts once where a plan has `open` too.
  case create
  /// Opening for more than reading: writing, emptying, making; it counts once where a plan has `open` too.
  case openToWrite
}

extension CallKind {
  /// Kinds that share no call.
  package static let disjoint = Set(allCases).subtracting([.create, .openToWrite])
}
