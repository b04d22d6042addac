internal import CIOTap
package import InkModel

/// The process's one tap on file calls.
///
/// The program that links this target defines libc's file calls itself, so every caller outside of libc is
/// counted: Swift code, Foundation, SQLite. One store is watched at a time; what happens outside of it counts
/// as `elsewhere`. The state belongs to the process, as the calls do.
package enum Tap {
  /// Counts what happens below a directory by role from here on.
  ///
  /// The first rule that fits a path below the store, such as `/pages/1.content`, decides its role. A file
  /// created under a name without a role is `temporary` until a rename gives it one, and then takes all its
  /// counters there. Counters of roles and the operation number begin at 0, and an armed end of the process
  /// is disarmed. No file call may be under way in the store.
  package static func watch(directory: String, roles: [FileRolePattern]) {
    let real = Platform.realPath(directory) ?? directory
    guard let watch = unsafe inktap_watch_begin(directory.hasPrefix("/") ? directory : real, real) else {
      preconditionFailure("no memory to watch \(directory)")
    }
    for rule in roles {
      let isAdded = unsafe inktap_watch_add(
        watch, rule.text, rule.place == .anywhere, UInt32(rule.role.tapIndex))
      precondition(isAdded, "a store has at most 64 rules, and none for files outside of it")
    }
    unsafe inktap_watch_start(watch)
  }

  /// The counters of all roles.
  package static func snapshot() -> TapSnapshot { TapSnapshot.now() }

  /// The sum over the files of the store.
  package static func storeCounters() -> RoleCounters {
    var counters = inktap_counters()
    unsafe inktap_read_store(&counters)
    return RoleCounters(counters)
  }

  /// How many changing calls on the store have been dispatched.
  ///
  /// These are opens that may create or truncate, writes, truncations, changes of names, and syncs, whether
  /// they succeed or not.
  package static var operationCount: UInt64 { inktap_operations() }

  /// Ends the process, by a signal that nothing sees, at an operation on the store.
  ///
  /// The number is that which `operationCount` would reach by it; 0, or one that has passed, disarms. The
  /// operation is not carried out, or, with `cuttingWrite` and a write of at least two bytes,
  /// for the first half of its bytes only.
  package static func endProcess(atOperation number: UInt64, cuttingWrite: Bool) {
    inktap_end_at(number, cuttingWrite)
  }

  /// Leaves syncs of the store out from here on: they are counted and numbered, and answered at once.
  ///
  /// For trials that end the process and not the machine: what the kernel holds survives that anyway.
  package static func leaveOutSyncs() { inktap_leave_out_syncs(true) }

  /// Carries syncs out again from here on.
  package static func carryOutSyncs() { inktap_leave_out_syncs(false) }

  /// Takes no times from here on, for processes that make a great many calls and have no use for them.
  package static func leaveOutTimes() { inktap_leave_out_times(true) }

  /// Takes times again from here on.
  package static func takeTimes() { inktap_leave_out_times(false) }

  /// The bytes written over the life of the process: counted by the tap, and as the kernel knows them.
  ///
  /// Both leave out event descriptors. They agree in a process that uses no stdio and has reaped no children;
  /// the second is nil where the kernel does not say.
  package static func balance() -> (countedBytes: UInt64, kernelBytes: UInt64?) {
    var counted: UInt64 = 0
    var kernel: UInt64 = 0
    let isKnown = unsafe inktap_balance(&counted, &kernel)
    return (counted, isKnown ? kernel : nil)
  }
}
