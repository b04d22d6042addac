package import InkReport
internal import InkStorage
package import InkTap

/// Everything that the doctor looks at: facts, readings and self-tests.
///
/// The readings and tests are made as a run makes them, in child processes that write where the store would
/// lie.
package struct Checkup: Sendable {
  package var fingerprint: Fingerprint
  /// As many as a run of three rounds takes, so that there are syncs enough for a tail.
  package var readings: [MachineReading]
  package var clock: ClockFacts
  package var freeBytes: UInt64?
  package var missingTools: [Tool]
  package var tap: SelfTest
  package var allocator: SelfTest

  /// Looks at this machine and at the disk of a store directory.
  package init(in directory: StoreDirectory, launcher: ChildLauncher) throws(RunError) {
    fingerprint = Fingerprint(of: directory.path)
    clock = ClockFacts.measure()
    freeBytes = Platform.freeBytes(directory.path)
    missingTools = Tool.all.filter { $0.path == nil }
    let reader = MachineReader(in: directory, launcher: launcher, rounds: 1)
    for _ in 0..<Self.readingCount { try reader.read(.before) }
    guard !reader.readings.isEmpty else {
      let sentence = (["the machine could not be measured"] + reader.failures.prefix(1))
        .joined(separator: ": ")
      throw reader.isDiskFull ? .diskFull(sentence) : .child(sentence)
    }
    readings = reader.readings
    tap = try Self.test(in: directory, launcher, countsAllocations: false)
    allocator = try Self.test(in: directory, launcher, countsAllocations: true)
  }

  private static let readingCount = 4

  /// The readings as a report has them.
  package var machine: MachineRow {
    MachineRow(MachineRecord(fingerprint: fingerprint.digest, readings: readings))
  }

  private static func test(
    in directory: StoreDirectory, _ launcher: ChildLauncher, countsAllocations: Bool
  ) throws(RunError) -> SelfTest {
    let place = directory.beside("self-test")
    try Platform.makeDirectories(place)
    defer { StoreCopy.remove(place) }
    return try launcher.selfTest(in: place, countsAllocations: countsAllocations)
  }

  /// What the doctor thinks, topic by topic.
  package var diagnoses: [Diagnosis] {
    let syncs = readings.flatMap(\.floors).filter { $0.kind == .sync }.flatMap(\.nanoseconds).sorted()
    return [
      .build(mode: Build.mode), .processor(fingerprint.processor),
      .virtualisation(fingerprint.virtualisation, ticks: readings.last?.processor.ticks),
      .noise(machine.noise),
      .clock(clock, source: fingerprint.processor.clockSource), .fileSystem(fingerprint.fileSystem),
      .disk(fingerprint.disk),
      .syncLatency(syncs, isRotational: fingerprint.disk.isRotational), .space(freeBytes: freeBytes),
      .tap(tap), .allocations(allocator, library: AllocationCounter.libraryPath),
      .sqlite(version: BuiltInBackends.sqliteVersion, options: BuiltInBackends.sqliteOptions),
      .tools(missing: missingTools),
    ]
  }

  /// Whether nothing here can be measured at all.
  package var isImpossible: Bool { Diagnosis.tap(tap).verdict == .bad }
}
