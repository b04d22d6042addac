internal import InkModel
package import InkReport

/// Measures what file calls and computations cost on this machine, as a device to price scripts for.
///
/// Method. In a directory of its own, small and quick: each kind of call some dozens of times, each under the
/// clock alone; copies of 1 MiB into pages that are in memory; syncs after 4 KiB were appended; 8 MiB written
/// and synced, the flush taken off; 8 MiB read after the file system was asked to drop them from memory; the
/// encode kernel. A figure is the median, and its interval holds eight of ten samples. Metadata,
/// write-back and memory pages can't be asked of a disk and are assumed, as for any Linux; the endurance is
/// not known.
package struct DeviceProbe {
  /// The device, and the kernel's speed that its reference is.
  package let device: Device
  package let kernelBytesPerSecond: Double

  /// Nil if the place can't be written or a call fails there.
  package init?(in directory: String) {
    let probes = ProbeDirectory.use(in: directory) { place in
      CallProbe(in: place).flatMap { calls in DiskProbe(in: place).map { (calls, $0) } }
    }
    guard let (calls, disk) = probes else { return nil }
    let kernel = EncodeSpeed.samples()
    kernelBytesPerSecond = kernel.median
    let kernelFigure = kernel.figure("passes of the encode kernel")
    device = Device(
      name: BuiltInDevices.thisMachine,
      about:
        "This machine and the disk of one of its directories, measured in a second or two; a busy machine "
        + "gives other figures.",
      bandwidth: .init(
        read: disk.readBandwidth.figure(
          "reads of \(DiskProbe.words) "
            + (disk.readsMemory ? "that this file system keeps in memory" : "that were not in memory")),
        write: disk.writeBandwidth.figure("\(DiskProbe.words) written and synced, less a flush"),
        copy: calls.copyBandwidth.figure("copies of 1 MiB into pages in memory")),
      calls: calls.samples.map { .init($0.kind, nanoseconds: $0.samples.figure("calls")) },
      flushes: disk.flushes.map { kind, samples in
        .init(
          kind, p50: samples.figure("syncs after 4 KiB"), p95: samples.tailFigure("syncs after 4 KiB"))
      },
      fileSystem: Self.fileSystem,
      processor: .init(
        timeFactor: DeviceFigure(1, 1...1, .measured, source: "The machine is its own reference."),
        referenceKernel: kernelFigure), endurance: nil)
  }

  private static var fileSystem: Device.FileSystemFigures {
    let why = "Not asked of the machine; the default of Linux and ext4."
    return .init(
      block: DeviceFigure(4_096, 4_096...4_096, .assumed, source: why),
      memoryPage: DeviceFigure(4_096, 4_096...4_096, .assumed, source: why),
      metadata: DeviceFigure(16_384, 4_096...32_768, .assumed, source: why),
      writeback: DeviceFigure(30_000, 5_000...35_000, .assumed, source: why))
  }
}

/// Timed samples of one thing.
struct ProbeSamples {
  private let sorted: [Double]

  init(_ samples: [Double]) { sorted = samples.sorted() }

  var isEmpty: Bool { sorted.isEmpty }
  var median: Double { at(0.5) }

  /// The median in an interval that holds eight of ten samples.
  func figure(_ what: String) -> DeviceFigure {
    DeviceFigure(
      median, at(0.1)...at(0.9), .measured, source: source(what, "the interval holds eight of ten"))
  }

  /// The p95; of so few samples it is little known, so its interval reaches from the upper quartile to the
  /// slowest.
  func tailFigure(_ what: String) -> DeviceFigure {
    DeviceFigure(
      at(0.95), at(0.75)...at(1), .measured,
      source: source(what, "the interval is from the upper quartile to the slowest"))
  }

  private func source(_ what: String, _ interval: String) -> String {
    "\(sorted.count) \(what) on this machine; \(interval)."
  }

  private func at(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    return sorted[Int((Double(sorted.count - 1) * share).rounded())]
  }
}
