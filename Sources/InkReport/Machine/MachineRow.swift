/// The machine beside the rounds, as a report gives it.
package struct MachineRow: Codable, Hashable, Sendable {
  /// Equal fingerprints are machines whose times can be compared; nil if nobody looked.
  @Nullable package var fingerprint: String?
  package var floors: [MachineFloorRow]
  package var noise: [NoiseRow]
}

/// The distribution of one bare cost over all readings of a run, in nanoseconds.
package struct MachineFloorRow: Codable, Hashable, Sendable {
  package var kind: MachineFloor.Kind
  package var bytes: Int
  package var count: Int
  @Nullable package var p50Nanoseconds: UInt64?
  /// Nil with too few samples for the percentile, as everywhere.
  @Nullable package var p90Nanoseconds: UInt64?
  @Nullable package var p99Nanoseconds: UInt64?
  @Nullable package var maxNanoseconds: UInt64?
  /// The median of each reading, in their order; nil where one has none.
  package var readings: [UInt64?]

  /// Pools some samples of one kind, one list a reading; nil without any.
  package init?(_ kind: MachineFloor.Kind, of readings: [MachineReading]) {
    let floors = readings.map { reading in reading.floors.first { $0.kind == kind } }
    let sorted = floors.map { ($0?.nanoseconds ?? []).sorted() }
    let pooled = sorted.joined().sorted()
    guard let bytes = floors.compactMap({ $0?.bytes }).first, !pooled.isEmpty else { return nil }
    self.kind = kind
    self.bytes = bytes
    count = pooled.count
    p50Nanoseconds = Percentile.p50.value(ofSorted: pooled)
    p90Nanoseconds = Percentile.p90.value(ofSorted: pooled)
    p99Nanoseconds = Percentile.p99.value(ofSorted: pooled)
    maxNanoseconds = pooled.last
    self.readings = sorted.map { Percentile.p50.value(ofSorted: $0) }
  }
}

/// How noisy the machine was at one moment of a run.
package struct NoiseRow: Codable, Hashable, Sendable {
  package var moment: MachineReading.Moment
  package var nanosecondsPerStep: Double
  package var stretchTail: Double
  package var waitRatio: Double
  package var oversleepP50Nanoseconds: UInt64
  package var oversleepP90Nanoseconds: UInt64
  @Nullable package var otherRunnable: Int?
  @Nullable package var loadAverage: Double?
  /// Since the reading before; nil for the first, and where the kernel does not say.
  @Nullable package var stolenShare: Double?
  /// Of the syncs alone; nil without a disk.
  @Nullable package var syncP10Nanoseconds: UInt64?
  @Nullable package var syncP50Nanoseconds: UInt64?
  @Nullable package var syncP90Nanoseconds: UInt64?

  /// Judges by one reading, and by the one before it for what only adds up.
  package init(_ reading: MachineReading, since earlier: ProcessorTicks? = nil) {
    let processor = reading.processor
    moment = reading.moment
    nanosecondsPerStep = processor.nanosecondsPerStep
    stretchTail = processor.stretchTail
    waitRatio = processor.waitRatio
    oversleepP50Nanoseconds = processor.oversleepP50Nanoseconds
    oversleepP90Nanoseconds = processor.oversleepP90Nanoseconds
    otherRunnable = processor.otherRunnable
    loadAverage = processor.loadAverage
    stolenShare = earlier.flatMap { processor.ticks?.stolenShare(since: $0) }
    let syncs = (reading.floors.first { $0.kind == .sync }?.nanoseconds ?? []).sorted()
    syncP10Nanoseconds = Percentile.p10.nearestRank(ofSorted: syncs)
    syncP50Nanoseconds = Percentile.p50.nearestRank(ofSorted: syncs)
    syncP90Nanoseconds = Percentile.p90.nearestRank(ofSorted: syncs)
  }
}

extension MachineRow {
  package init(_ record: MachineRecord) {
    fingerprint = record.fingerprint
    floors = MachineFloor.Kind.allCases.compactMap { MachineFloorRow($0, of: record.readings) }
    var earlier: ProcessorTicks?
    noise = []
    for reading in record.readings {
      noise.append(NoiseRow(reading, since: earlier))
      earlier = reading.processor.ticks
    }
  }
}
