/// The measured calls of one phase in one round: one entry of each column a call, in order.
package struct PhaseColumns: Codable, Sendable {
  package var phase: Phase
  /// From the call to its return.
  package var serviceNanoseconds: [UInt64] = []
  /// From the intended start to the return: the wait behind an earlier call included.
  package var responseNanoseconds: [UInt64] = []
  /// Inside tapped file calls that are no syncs.
  package var fileNanoseconds: [UInt64] = []
  /// Inside tapped syncs.
  package var syncNanoseconds: [UInt64] = []
  /// Inside the backend's own `encode` brackets; 0 where it has none.
  package var encodeNanoseconds: [UInt64] = []
  /// On the calling thread's CPU clock, for every 32nd call of the phase, the first included.
  package var cpuNanoseconds: [UInt64] = []
  /// On the CPU clock of all threads, for the same calls.
  package var processCPUNanoseconds: [UInt64] = []
  /// Faults of pages of all threads, without and with a reading from a disk, for the same calls.
  package var minorFaults: [UInt64] = []
  package var majorFaults: [UInt64] = []
  /// Written to files of the store, all roles.
  package var writtenBytes: [UInt64] = []
  /// What the writer's change amounts to: 16 bytes a point, plus opaque and asset bytes.
  package var logicalBytes: [UInt64] = []
  /// Calls into the file system that change something.
  package var fileCalls: [UInt64] = []
  package var syncCalls: [UInt64] = []
  /// Files that were given the name of another, part of `fileCalls`.
  package var renameCalls: [UInt64] = []
  /// When each call should have begun, on the session's clock.
  package var intendedMilliseconds: [UInt64] = []
  /// Elements on the pages that a save was given; 0 for other calls.
  package var pageElements: [UInt64] = []
  /// Allocations of all threads; empty outside allocation rounds.
  package var allocations: [UInt64] = []
  /// Allocated by all threads, in size classes; empty where the allocator does not tell, and so is the next.
  package var allocatedBytes: [UInt64] = []
  /// How far the memory in use rose within the call, at the highest.
  package var peakBytes: [UInt64] = []
  /// All memory in use after the call, the harness's included; empty outside allocation rounds.
  package var liveBytes: [UInt64] = []

  package init(phase: Phase) { self.phase = phase }
}
