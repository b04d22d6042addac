internal import InkTap

/// The calls by which this process may have changed a store, as its tap has counted them.
///
/// Method. Whoever writes, shortens or renames makes a call that says so. An open does not: it may make or
/// empty a file, and mostly does neither. Only where such opens are all there is must the files be looked at.
struct ChangingCalls {
  private var counters: RoleCounters
  private var operationCount: UInt64

  static func now() -> ChangingCalls {
    ChangingCalls(counters: Tap.storeCounters(), operationCount: Tap.operationCount)
  }

  /// Whether files were changed since an earlier moment; `look` tells whether they have other names or
  /// lengths.
  func haveChanged(since earlier: ChangingCalls, look: () -> Bool) -> Bool {
    guard operationCount != earlier.operationCount else { return false }
    let since = counters - earlier.counters
    return since.writeCalls + since.renameCalls + since.unlinkCalls + since.otherCalls > 0 || look()
  }
}
