internal import InkReplay
internal import InkReport
package import InkRun

extension CrashModel {
  /// The state in which a store is found whose process ended at a recorded call, as `process-crash` has it.
  ///
  /// Everything before the call is there. Of a write that is cut, the first half of its bytes is there too.
  package func state(endingAt point: CrashPoint) -> CrashState {
    let profile = CrashProfile.processCrash
    let plan = EpochPlan(self, profile)
    let before = operations.firstIndex { $0.operation >= point.operation } ?? operations.count
    let (whole, torn) = point.isWriteCut ? firstHalf(from: before, point.operation) : (0, 0)
    let count = before + whole + (torn > 0 ? 1 : 0)
    let epoch = plan.epochs.firstIndex { $0.limit >= count } ?? plan.epochs.count - 1
    var kept = PendingSet()
    for (place, operation) in plan.window(of: epoch).enumerated() where operation < count {
      kept[place] = true
    }
    var state = CrashState(
      epoch: epoch, kept: kept, variant: torn > 0 ? .torn(bytes: torn) : .none, digest: .zero,
      progress: plan.epochs[epoch].progress)
    state.digest = image(of: state, under: profile).digest
    return state
  }

  /// How many operations of a write lie in its first half, and how many bytes of the next one.
  private func firstHalf(from first: Int, _ number: UInt64) -> (whole: Int, torn: Int) {
    let call = operations[first...].prefix { $0.operation == number }
    var left = call.reduce(0) { $0 + $1.writtenBytes } / 2
    var whole = 0
    for operation in call {
      guard operation.writtenBytes <= left else { return (whole, left) }
      left -= operation.writtenBytes
      whole += 1
    }
    return (whole, 0)
  }
}

extension MicroOperation {
  fileprivate var writtenBytes: Int {
    if case .write(_, _, let bytes, _) = change { bytes.count } else { 0 }
  }
}

extension CrashProfile {
  /// The profile under which only the program ends.
  package static var processCrash: CrashProfile {
    guard let profile = builtIn.first(where: { $0.crash == .process }) else {
      preconditionFailure("a profile of a process's end is built in")
    }
    return profile
  }
}
