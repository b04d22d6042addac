package import InkModel

/// What was counted for the files of one role over one round.
package struct RoleTotals: Codable, Hashable, Sendable {
  package var role: FileRole
  package var writtenBytes: UInt64 = 0
  package var readBytes: UInt64 = 0
  package var writeCalls: UInt64 = 0
  package var readCalls: UInt64 = 0
  package var syncCalls: UInt64 = 0
  package var openCalls: UInt64 = 0
  package var renameCalls: UInt64 = 0
  package var unlinkCalls: UInt64 = 0
  /// Every other call that changes something: truncations, directories, links.
  package var otherCalls: UInt64 = 0

  package init(role: FileRole) { self.role = role }
}
