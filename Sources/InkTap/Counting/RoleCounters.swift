/// What was counted for the files of one role.
///
/// Calls are counted whether they succeed or not. Times are spent between the entry of a tapped call and its
/// return; synchronising calls have a sum of their own, so file time and sync time never overlap.
package struct RoleCounters: BitwiseCopyable, Hashable, Sendable {
  package var writtenBytes: UInt64 = 0
  package var readBytes: UInt64 = 0
  package var writeCalls: UInt64 = 0
  package var readCalls: UInt64 = 0
  package var syncCalls: UInt64 = 0
  package var openCalls: UInt64 = 0
  package var renameCalls: UInt64 = 0
  package var unlinkCalls: UInt64 = 0
  /// Truncations, space set aside, directories, links.
  package var otherCalls: UInt64 = 0
  package var fileNanoseconds: UInt64 = 0
  package var syncNanoseconds: UInt64 = 0

  package init() {}

  package static func + (left: Self, right: Self) -> Self { left.combined(with: right, &+) }
  package static func - (left: Self, right: Self) -> Self { left.combined(with: right, &-) }

  private func combined(with other: Self, _ combine: (UInt64, UInt64) -> UInt64) -> Self {
    var result = Self()
    result.writtenBytes = combine(writtenBytes, other.writtenBytes)
    result.readBytes = combine(readBytes, other.readBytes)
    result.writeCalls = combine(writeCalls, other.writeCalls)
    result.readCalls = combine(readCalls, other.readCalls)
    result.syncCalls = combine(syncCalls, other.syncCalls)
    result.openCalls = combine(openCalls, other.openCalls)
    result.renameCalls = combine(renameCalls, other.renameCalls)
    result.unlinkCalls = combine(unlinkCalls, other.unlinkCalls)
    result.otherCalls = combine(otherCalls, other.otherCalls)
    result.fileNanoseconds = combine(fileNanoseconds, other.fileNanoseconds)
    result.syncNanoseconds = combine(syncNanoseconds, other.syncNanoseconds)
    return result
  }
}
