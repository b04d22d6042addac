internal import InkModel

/// Why a recording can't be modelled; each case reads as one sentence.
package enum CrashModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A write whose bytes are not in the log.
  case writeWithoutContents(operation: UInt64)
  /// A file without a name that was given one later.
  case namelessFileLinked(operation: UInt64)
  /// Blocks shared between files.
  case clone(operation: UInt64)
  case symbolicLink(operation: UInt64)
  /// A shared mapping other than the shared memory of a database.
  case mapping(operation: UInt64)
  /// A name that leads nowhere in the tree as it was at that moment.
  case unknownFile(path: String, operation: UInt64)
  /// A rename from the store to somewhere else, or the other way.
  case movedAcrossEdge(path: String, operation: UInt64)
  case exchangedNames(operation: UInt64)
  /// An allocation that punches, zeroes, inserts or removes.
  case allocation(mode: Int32, operation: UInt64)
  case tooLarge(byteCount: UInt64, operation: UInt64)

  package var description: String {
    switch self {
    case .writeWithoutContents(let operation):
      "operation \(operation) is a write without its bytes; record with contents"
    case .namelessFileLinked(let operation):
      "operation \(operation) names a file that was made without a name, which the model does not know"
    case .clone(let operation):
      "operation \(operation) shares blocks between files, which the model does not know"
    case .symbolicLink(let operation): "operation \(operation) makes a symbolic link; stores have none"
    case .mapping(let operation):
      "operation \(operation) writes back a mapped file, and what was written to it is not recorded"
    case .unknownFile(let path, let operation):
      "operation \(operation) is on \(path.printable), which is not in the store as it was recorded"
    case .movedAcrossEdge(let path, let operation):
      "operation \(operation) moves \(path.printable) across the edge of the store"
    case .exchangedNames(let operation):
      "operation \(operation) exchanges two names, which the model does not know"
    case .allocation(let mode, let operation):
      "operation \(operation) is an allocation of mode \(mode), which the model does not know"
    case .tooLarge(let byteCount, let operation):
      "operation \(operation) makes a file of \(byteCount) bytes; the model holds files of up to "
        + "\(CrashModel.fileBytesMax) bytes"
    }
  }
}
