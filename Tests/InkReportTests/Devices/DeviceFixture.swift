import InkModel
import InkReport

/// Devices with numbers that can be priced in one's head, and scripts to price.
enum DeviceFixture {
  static func figure(_ value: Double, _ interval: ClosedRange<Double>? = nil) -> DeviceFigure {
    DeviceFigure(value, interval ?? value...value, .assumed, source: "A test.")
  }

  /// Each call 1 µs but those named; 1 ns a byte copied, 10 ns a byte fetched, 100 ns a byte synced; 1 ms a
  /// flush.
  static func device(
    calls: [(FileOperation.Kind, Double)] = [], writeBytesPerSecond: DeviceFigure = figure(1e7),
    sync: DeviceFigure = figure(1e6), slowSync: DeviceFigure = figure(3e6),
    blockBytes: DeviceFigure = figure(4_096), memoryPageBytes: DeviceFigure = figure(16_384),
    metadataBytes: DeviceFigure = figure(8_192), writebackMilliseconds: DeviceFigure = figure(30_000),
    timeFactor: DeviceFigure = figure(2), endurance: Device.Endurance? = nil
  ) -> Device {
    Device(
      name: "test-device", about: "A device of a test.",
      bandwidth: .init(read: figure(1e8), write: writeBytesPerSecond, copy: figure(1e9)),
      calls: [.init(.other, nanoseconds: figure(1_000))]
        + calls.map { .init($0.0, nanoseconds: figure($0.1)) },
      flushes: [.init(.sync, p50: sync, p95: slowSync)],
      fileSystem: .init(
        block: blockBytes, memoryPage: memoryPageBytes, metadata: metadataBytes,
        writeback: writebackMilliseconds),
      processor: .init(timeFactor: timeFactor, referenceKernel: figure(1e8)), endurance: endurance)
  }

  /// 150 TB, 5 %, and cells written three times.
  static let endurance = Device.Endurance(
    budgetBytes: figure(150e12), appShare: figure(0.05), writeAmplification: figure(3))

  static func operation(
    _ kind: FileOperation.Kind, file: Int = 0, target: Int? = nil, offset: UInt64 = 0, length: UInt64 = 0
  ) -> FileOperation {
    FileOperation(kind, role: .page, file: file, target: target, offset: offset, length: length)
  }

  /// A script of automatic saves, one list of calls each, a second apart.
  static func script(
    _ saves: [[FileOperation]], initialLengths: [UInt64] = [], computeNanoseconds: UInt64 = 0,
    phase: String = "save.autosave", everyMilliseconds: UInt64 = 1_000
  ) -> OperationScript {
    OperationScript(
      initialLengths: initialLengths,
      steps: saves.enumerated().map { index, operations in
        OperationScript.Step(
          phase: phase, intendedMilliseconds: UInt64(index) * everyMilliseconds,
          computeNanoseconds: computeNanoseconds, operations: operations)
      })
  }

  static func price(
    _ script: OperationScript, on device: Device = device(), sessionMilliseconds: UInt64 = 3_600_000,
    logicalBytes: Double? = nil, kernelBytesPerSecond: Double? = 1e8, isExact: Bool = true
  ) -> Prices {
    Prices(
      metrics: DevicePrice(
        script, on: device,
        .init(
          sessionMilliseconds: sessionMilliseconds, logicalBytes: logicalBytes,
          kernelBytesPerSecond: kernelBytesPerSecond, isExact: isExact)
      ).metrics)
  }

  /// Modelled numbers by name.
  struct Prices: Equatable {
    var metrics: [ModelledMetric]
    func metric(_ name: String) -> ModelledMetric? { metrics.first { $0.name == name } }
    subscript(_ name: String) -> Double? { metric(name)?.value }
  }

  /// A script of saves out of a seed: appends, replacements, truncations and syncs over a few files.
  static func random(seed: UInt64, saves: Int = 30) -> OperationScript {
    var random = SplitMix64(seed: seed)
    let lists = (0..<saves).map { _ in
      (0..<1 + random.below(6)).map { _ in
        let file = random.below(4)
        switch random.below(9) {
        case 0: return operation(.sync, file: file)
        case 1: return operation(.syncData, file: file)
        case 2: return operation(.rename, file: file, target: random.below(4))
        case 3: return operation(.truncate, file: file, offset: UInt64(random.below(30_000)))
        case 4: return operation(.create, file: file)
        case 5: return operation(.read, file: file, length: UInt64(random.below(20_000)))
        default:
          return operation(
            .write, file: file, offset: UInt64(random.below(50_000)), length: UInt64(random.below(20_000)))
        }
      }
    }
    return script(lists, initialLengths: [10_000, 0, 0, 0], computeNanoseconds: 5_000)
  }
}
