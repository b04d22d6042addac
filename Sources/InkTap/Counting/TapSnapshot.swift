internal import CIOTap
package import InkModel

/// The counters of all roles at one moment, or their growth between two.
package struct TapSnapshot: Sendable {
  /// By place in the tap; the length has to be a literal, and a test holds it against `FileRole`.
  private var roles = InlineArray<12, RoleCounters>(repeating: RoleCounters())
  /// Changing calls on the store that have been dispatched.
  package var operationCount: UInt64 = 0

  /// Reads the counters as they are now.
  static func now() -> TapSnapshot {
    var snapshot = TapSnapshot()
    var counters = InlineArray<12, inktap_counters>(repeating: inktap_counters())
    var span = counters.mutableSpan
    unsafe span.withUnsafeMutableBufferPointer { unsafe inktap_read($0.baseAddress) }
    for index in snapshot.roles.indices { snapshot.roles[index] = RoleCounters(counters[index]) }
    snapshot.operationCount = inktap_operations()
    return snapshot
  }

  package subscript(role: FileRole) -> RoleCounters { roles[role.tapIndex] }

  /// The sum over the files of the store, whatever their role.
  package var store: RoleCounters {
    var sum = RoleCounters()
    for index in 0..<FileRole.elsewhere.tapIndex { sum = sum + roles[index] }
    return sum
  }

  package static func - (left: Self, right: Self) -> Self {
    var result = left
    for index in left.roles.indices { result.roles[index] = left.roles[index] - right.roles[index] }
    result.operationCount = left.operationCount &- right.operationCount
    return result
  }

  /// Puts this snapshot back in the place of the present counters.
  func restore() {
    let counters = InlineArray<12, inktap_counters> { roles[$0].tapped }
    let span = counters.span
    unsafe span.withUnsafeBufferPointer { unsafe inktap_restore($0.baseAddress, operationCount) }
  }
}
