package import InkModel

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
  /// On the calling thread's CPU clock, for every eighth call of the phase, the first included.
  package var cpuNanoseconds: [UInt64] = []
  /// Written to files of the store, all roles.
  package var writtenBytes: [UInt64] = []
  /// What the writer's change amounts to: 16 bytes a point, plus opaque and asset bytes.
  package var logicalBytes: [UInt64] = []
  /// Calls into the file system that change something.
  package var fileCalls: [UInt64] = []
  package var syncCalls: [UInt64] = []
  /// Files that were given the name of another, part of `fileCalls`.
  package var renameCalls: [UInt64] = []
  /// Allocations of all threads; empty outside allocation rounds.
  package var allocations: [UInt64] = []

  package init(phase: Phase) { self.phase = phase }
}

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

/// What was counted for one activity that a backend bracketed.
package struct ActivityTotals: Codable, Hashable, Sendable {
  package var activity: String
  package var count: UInt64 = 0
  package var nanoseconds: UInt64 = 0
  package var writtenBytes: UInt64 = 0
  package var syncCalls: UInt64 = 0

  package init(activity: String) { self.activity = activity }
}

/// Whether a round's counters can be believed; any text in `faults` voids the row.
package struct InstrumentCheck: Codable, Hashable, Sendable {
  package var canarySeen: Bool
  /// Bytes the tap counted over the process's life, all roles and `elsewhere`.
  package var countedBytes: UInt64
  /// The kernel's `wchar`, less event descriptors; nil where the kernel does not say.
  package var kernelBytes: UInt64?
  /// One sentence for each descriptor or mapping that writes past the tap, or other fault.
  package var faults: [String]

  package init(canarySeen: Bool, countedBytes: UInt64, kernelBytes: UInt64?, faults: [String]) {
    self.canarySeen = canarySeen
    self.countedBytes = countedBytes
    self.kernelBytes = kernelBytes
    self.faults = faults
  }
}

/// The operations of one stretch of a replay, counted by the tap; crash points are chosen by these.
package struct OperationSpan: Codable, Hashable, Sendable {
  /// A phase or activity, by its raw name, such as `save.autosave` or `compaction`.
  package var name: String
  /// The first operation of the stretch and the first after it; equal if it made none.
  package var first: UInt64
  package var end: UInt64

  package init(name: String, first: UInt64, end: UInt64) {
    self.name = name
    self.first = first
    self.end = end
  }
}

/// Everything one child process measured in one round of one case.
package struct RoundResult: Codable, Sendable {
  package var phases: [PhaseColumns] = []
  package var roles: [RoleTotals] = []
  package var activities: [ActivityTotals] = []
  package var spans: [OperationSpan] = []
  /// Operations on the store over the whole round.
  package var operationCount: UInt64 = 0
  package var eventCount: Int = 0
  package var savedStrokeCount: Int = 0
  /// Over all saves, the longest time from the end of a change to the intended start of its save.
  package var lossWindowMilliseconds: UInt64 = 0
  /// The whole replay, harness included.
  package var replayNanoseconds: UInt64 = 0
  package var cpuNanoseconds: UInt64 = 0
  package var peakResidentBytes: UInt64 = 0
  /// Files of the store after closing, in bytes of their length.
  package var storeBytes: UInt64 = 0
  package var storeFiles: Int = 0
  /// Virtual length of the session.
  package var sessionMilliseconds: UInt64 = 0
  package var check: InstrumentCheck

  package init(check: InstrumentCheck) { self.check = check }
}
