internal import CIOTap
package import InkModel

extension Tap {
  /// Puts a fault plan in force on the watched store, in the place of an earlier one.
  ///
  /// Watching a store ends it, so that it comes after `watch(directory:roles:)`; a canary counts like any
  /// other caller, so that it comes before.
  package static func inject(_ plan: FaultPlan) {
    var planned = inktap_fault_plan()
    for kind in plan.kinds { planned.kinds |= 1 << kind.tapIndex }
    planned.first = plan.first
    planned.last = plan.last
    planned.error = if case .error(let code) = plan.fault { code } else { 0 }
    planned.device = plan.file?.device ?? 0
    planned.inode = plan.file?.inode ?? 0
    planned.cut = UInt64(plan.cut ?? 0)
    unsafe inktap_inject(&planned)
  }

  /// Ends the injection; what it did can still be read.
  package static func endInjection() { inktap_inject(nil) }

  /// What the fault plan that is or was last in force has done.
  package static var injection: Injection {
    var injected = inktap_injected()
    unsafe inktap_read_injected(&injected)
    return Injection(
      callCount: injected.calls, faultCount: injected.faults,
      kind: CallKind.allCases.first { $0.tapIndex == injected.kind.rawValue } ?? .open,
      role: FileRole.allCases.first { $0.tapIndex == Int(injected.role) } ?? .other)
  }
}

/// What a fault plan has done so far.
package struct Injection: Sendable, Equatable {
  /// Calls of the plan's kinds.
  package var callCount: UInt64
  /// How many of them went wrong.
  package var faultCount: UInt64
  /// What the last of those was; without meaning if there was none.
  package var kind: CallKind
  /// The file's role at that time: a file that has yet to get its name is `temporary`.
  package var role: FileRole
}

extension CallKind {
  /// The place of the kind in the tap.
  fileprivate var tapIndex: UInt32 {
    let kind =
      switch self {
      case .open: INKTAP_OPENS
      case .read: INKTAP_READS
      case .map: INKTAP_MAPS
      case .close: INKTAP_CLOSES
      case .write: INKTAP_WRITES
      case .resize: INKTAP_RESIZES
      case .sync: INKTAP_SYNCS
      case .rename: INKTAP_RENAMES
      case .remove: INKTAP_REMOVES
      case .make: INKTAP_MAKES
      case .create: INKTAP_CREATES
      case .openToWrite: INKTAP_OPENS_TO_WRITE
      }
    return kind.rawValue
  }
}
