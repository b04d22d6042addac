/// Everything one child process measured in one round of one case.
package struct RoundResult: Codable, Sendable {
  package var phases: [PhaseColumns] = []
  package var roles: [RoleTotals] = []
  package var activities: [ActivityTotals] = []
  package var spans: [OperationSpan] = []
  /// Compactions and checkpoints one by one.
  package var activityCalls: [ActivityColumns] = []
  package var written = WrittenCurves(stretchMilliseconds: 1, curves: [])
  /// How often the codec was asked to encode: a page, or an element where elements are encoded one by one.
  package var encodeCalls: UInt64 = 0
  /// What the codec made of them; what stands between elements is not counted.
  package var encodedBytes: UInt64 = 0
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
  /// Faults of pages over the replay, without and with a reading from a disk.
  package var minorFaults: UInt64 = 0
  package var majorFaults: UInt64 = 0
  /// Files of the store after closing, in bytes of their length.
  package var storeBytes: UInt64 = 0
  package var storeFiles: Int = 0
  /// Virtual length of the session.
  package var sessionMilliseconds: UInt64 = 0
  /// By how much the harness woke up late, a pause each; empty under the virtual clock, charged to no store.
  package var wakeUpDelayNanoseconds: [UInt64] = []
  package var check: InstrumentCheck

  package init(check: InstrumentCheck) { self.check = check }
}
