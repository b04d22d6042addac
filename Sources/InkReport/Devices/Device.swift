package import InkModel

/// What file calls cost on some device: the content of a device file.
///
/// The JSON is a stable format: `jsonSchema` describes it. Every number is a `DeviceFigure`, so that it can
/// be seen how much of a modelled result is known and how much is believed.
package struct Device: Codable, Hashable, Sendable {
  /// Names the format; a reader refuses any other text.
  package static let schemaName = "inkbench-device/1"

  package var schema = Device.schemaName
  /// Lower-case letters, digits, `.` and `-`.
  package var name: String
  /// One or two sentences: what the device stands for.
  package var about: String
  package var bandwidth: Bandwidth
  /// What a call costs by itself, without the bytes that it moves; `other` stands for kinds that are not
  /// there.
  package var calls: [CallCost]
  /// What a sync waits for after its bytes; `sync` stands for kinds that are not there.
  package var flushes: [FlushLatency]
  package var fileSystem: FileSystemFigures
  package var processor: Processor
  /// Nil if the device's endurance is not known.
  @Nullable package var endurance: Endurance?

  package struct Bandwidth: Codable, Hashable, Sendable {
    /// From the storage into memory.
    package var readBytesPerSecond: DeviceFigure
    /// From memory onto the storage.
    package var writeBytesPerSecond: DeviceFigure
    /// Between a caller's memory and the system's page cache.
    package var copyBytesPerSecond: DeviceFigure

    package init(read: DeviceFigure, write: DeviceFigure, copy: DeviceFigure) {
      readBytesPerSecond = read
      writeBytesPerSecond = write
      copyBytesPerSecond = copy
    }
  }

  package struct CallCost: Codable, Hashable, Sendable {
    package var kind: FileOperation.Kind
    package var nanoseconds: DeviceFigure

    package init(_ kind: FileOperation.Kind, nanoseconds: DeviceFigure) {
      self.kind = kind
      self.nanoseconds = nanoseconds
    }
  }

  package struct FlushLatency: Codable, Hashable, Sendable {
    /// `sync`, `sync-data` or `sync-directory`.
    package var kind: FileOperation.Kind
    package var p50Nanoseconds: DeviceFigure
    package var p95Nanoseconds: DeviceFigure

    package init(_ kind: FileOperation.Kind, p50: DeviceFigure, p95: DeviceFigure) {
      self.kind = kind
      p50Nanoseconds = p50
      p95Nanoseconds = p95
    }
  }

  package struct FileSystemFigures: Codable, Hashable, Sendable {
    /// The least that reaches the storage of a changed file.
    package var blockBytes: DeviceFigure
    /// The least that counts as changed in memory: the unit of the platform's own count of writes.
    package var memoryPageBytes: DeviceFigure
    /// What the file system writes of its own (journal, inodes, maps) when it commits changed names and
    /// sizes.
    package var metadataBytesPerCommit: DeviceFigure
    /// How long changed blocks that nobody syncs stay in memory.
    package var writebackMilliseconds: DeviceFigure

    package init(
      block: DeviceFigure, memoryPage: DeviceFigure, metadata: DeviceFigure, writeback: DeviceFigure
    ) {
      blockBytes = block
      memoryPageBytes = memoryPage
      metadataBytesPerCommit = metadata
      writebackMilliseconds = writeback
    }
  }

  package struct Processor: Codable, Hashable, Sendable {
    /// Time of a computation on the device ÷ its time on the reference machine.
    package var timeFactor: DeviceFigure
    /// How fast the reference machine runs `EncodeKernel`, in bytes of points.
    package var referenceKernelBytesPerSecond: DeviceFigure

    package init(timeFactor: DeviceFigure, referenceKernel: DeviceFigure) {
      self.timeFactor = timeFactor
      referenceKernelBytesPerSecond = referenceKernel
    }
  }

  package struct Endurance: Codable, Hashable, Sendable {
    /// What the storage bears over its life, in bytes that its cells are programmed with (TBW).
    package var budgetBytes: DeviceFigure
    /// The share of the budget that one app may use up.
    package var appShare: DeviceFigure
    /// Bytes programmed into cells ÷ bytes written to the storage.
    package var writeAmplification: DeviceFigure

    package init(budgetBytes: DeviceFigure, appShare: DeviceFigure, writeAmplification: DeviceFigure) {
      self.budgetBytes = budgetBytes
      self.appShare = appShare
      self.writeAmplification = writeAmplification
    }
  }

  package init(
    name: String, about: String, bandwidth: Bandwidth, calls: [CallCost], flushes: [FlushLatency],
    fileSystem: FileSystemFigures, processor: Processor, endurance: Endurance?
  ) {
    self.name = name
    self.about = about
    self.bandwidth = bandwidth
    self.calls = calls
    self.flushes = flushes
    self.fileSystem = fileSystem
    self.processor = processor
    self.endurance = endurance
  }
}

extension FileOperation.Kind {
  /// Whether the call waits until something is on the storage.
  package var isSync: Bool {
    switch self {
    case .sync, .syncData, .syncDirectory: true
    default: false
    }
  }
}
