internal import CIOTap
package import InkModel

extension FileRole {
  /// The place of the role's counters in the tap.
  var tapIndex: Int {
    let role =
      switch self {
      case .page: INKTAP_PAGE
      case .journal: INKTAP_JOURNAL
      case .database: INKTAP_DATABASE
      case .wal: INKTAP_WAL
      case .sharedMemory: INKTAP_SHARED_MEMORY
      case .document: INKTAP_DOCUMENT
      case .manifest: INKTAP_MANIFEST
      case .asset: INKTAP_ASSET
      case .thumbnail: INKTAP_THUMBNAIL
      case .temporary: INKTAP_TEMPORARY
      case .other: INKTAP_OTHER
      case .elsewhere: INKTAP_ELSEWHERE
      }
    return Int(role.rawValue)
  }

  /// The word for the role in the tap's own reports.
  package var tapName: String? {
    unsafe inktap_role_name(UInt32(tapIndex)).map { unsafe String(cString: $0) }
  }
}

extension RoleCounters {
  init(_ counters: inktap_counters) {
    self.init()
    writtenBytes = counters.written_bytes
    readBytes = counters.read_bytes
    writeCalls = counters.write_calls
    readCalls = counters.read_calls
    syncCalls = counters.sync_calls
    openCalls = counters.open_calls
    renameCalls = counters.rename_calls
    unlinkCalls = counters.unlink_calls
    otherCalls = counters.other_calls
    fileNanoseconds = counters.file_nanoseconds
    syncNanoseconds = counters.sync_nanoseconds
  }

  /// The same values as the tap keeps them.
  var tapped: inktap_counters {
    inktap_counters(
      written_bytes: writtenBytes, read_bytes: readBytes, write_calls: writeCalls, read_calls: readCalls,
      sync_calls: syncCalls, open_calls: openCalls, rename_calls: renameCalls, unlink_calls: unlinkCalls,
      other_calls: otherCalls, file_nanoseconds: fileNanoseconds, sync_nanoseconds: syncNanoseconds)
  }
}
