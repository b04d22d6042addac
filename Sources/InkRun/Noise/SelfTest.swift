package import InkReport
package import InkTap

/// Tests the instrument in a process of its own: one for the tap, one on jemalloc for the allocations.
struct SelfTestTask: Codable, Sendable {
  /// A directory that exists and is empty.
  var directory: String
  var countsAllocations: Bool

  func result() -> SelfTestResult {
    Tap.watch(directory: directory, roles: [])
    let canarySeen = Tap.canaryIsSeen(in: directory)
    let balance = Tap.balance()
    return SelfTestResult(
      tap: InstrumentCheck(
        canarySeen: canarySeen, countedBytes: balance.countedBytes, kernelBytes: balance.kernelBytes,
        faults: Tap.bypasses(of: directory)),
      allocations: countsAllocations ? AllocationCounter.check() : nil)
  }
}

/// What the instrument said of itself.
package struct SelfTestResult: Codable, Hashable, Sendable {
  package var tap: InstrumentCheck
  /// Nil if nobody asked.
  package var allocations: AllocationCheck?

  package init(tap: InstrumentCheck, allocations: AllocationCheck?) {
    self.tap = tap
    self.allocations = allocations
  }
}

/// How a self-test went.
package enum SelfTest: Hashable, Sendable {
  case result(SelfTestResult)
  /// The process could not do it.
  case failed(String)

  package var failure: String? {
    if case .failed(let reason) = self { reason } else { nil }
  }
}

extension ChildLauncher {
  /// Tests the instrument in a fresh process, in a directory that exists and is empty.
  package func selfTest(in directory: String, countsAllocations: Bool) throws(RunError) -> SelfTest {
    let end = try run(.selfTest(SelfTestTask(directory: directory, countsAllocations: countsAllocations)))
    return switch end {
    case .replied(let reply): reply.selfTest.map { .result($0) } ?? .failed(reply.failure ?? "no answer")
    case .interrupted: .failed("it was interrupted")
    case .died: .failed(end.death ?? "")
    }
  }
}
