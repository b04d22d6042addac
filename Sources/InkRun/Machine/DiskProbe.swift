internal import InkModel
internal import InkTap

/// How fast a disk takes and gives bytes, and how long it takes to flush.
struct DiskProbe {
  /// Syncs of each kind, in nanoseconds.
  private(set) var flushes: [(kind: FileOperation.Kind, samples: ProbeSamples)] = []
  /// In bytes a second.
  private(set) var writeBandwidth = ProbeSamples([])
  private(set) var readBandwidth = ProbeSamples([])
  /// Whether the file system kept in memory what it was asked to drop, so that no disk was read.
  private(set) var readsMemory = false

  static let words = "8 MiB"
  private static let transferBytes = 8 << 20
  private static let transfers = 5
  private static let syncs = 40
  /// Syncs of a phone take tens of milliseconds; no probe may take long.
  private static let nanosecondsMax: UInt64 = 4_000_000_000

  /// Nil if a call fails.
  init?(in place: String) {
    let descriptor = Platform.openFile(place + "/disk", creating: true)
    let directory = Platform.openDirectory(place)
    defer {
      Platform.closeDescriptor(descriptor)
      Platform.closeDescriptor(directory)
    }
    guard descriptor >= 0, directory >= 0,
      let kinds = Self.syncTimes(of: descriptor, in: place, directory: directory)
    else { return nil }
    flushes = kinds
    let flush = kinds.first { $0.kind == .sync }?.samples.median ?? 0
    guard let written = Self.writeSpeeds(descriptor, flush: flush),
      let read = Self.readSpeeds(place + "/disk", descriptor)
    else { return nil }
    writeBandwidth = written
    (readBandwidth, readsMemory) = read
  }

  /// The kinds take turns, so that a slow moment of the disk meets all of them.
  private static func syncTimes(
    of descriptor: Int32, in place: String, directory: Int32
  ) -> [(kind: FileOperation.Kind, samples: ProbeSamples)]? {
    let block = [UInt8](repeating: 0xA5, count: 4_096)
    var times: [FileOperation.Kind: [Double]] = [:]
    var end = 0
    let start = Clock.nanoseconds()
    func append() -> Bool {
      end += block.count
      return Platform.writeBytes(block, to: descriptor, at: end - block.count)
    }
    func timed(_ kind: FileOperation.Kind, _ sync: () -> Bool) -> Bool {
      let before = Clock.nanoseconds()
      let succeeded = sync()
      times[kind, default: []].append(Double(Clock.nanoseconds() - before))
      return succeeded
    }
    for round in 0..<syncs where round < 5 || Clock.nanoseconds() - start < nanosecondsMax {
      guard append(), timed(.sync, { Platform.syncFile(descriptor) }),
        append(), timed(.syncData, { Platform.syncData(descriptor) }),
        Platform.makeDirectory(place + "/sync-\(round)"),
        timed(.syncDirectory, { Platform.syncFile(directory) })
      else { return nil }
    }
    return [FileOperation.Kind.sync, .syncData, .syncDirectory].map { ($0, ProbeSamples(times[$0] ?? [])) }
  }

  private static func writeSpeeds(_ descriptor: Int32, flush: Double) -> ProbeSamples? {
    var speeds: [Double] = []
    for round in 0..<transfers {
      let bytes = [UInt8](repeating: UInt8(round), count: transferBytes)
      guard Platform.writeBytes(bytes, to: descriptor, at: 0) else { return nil }
      let start = Clock.nanoseconds()
      guard Platform.syncFile(descriptor) else { return nil }
      let elapsed = Double(Clock.nanoseconds() - start)
      // A sync that was faster than the median flush was all transfer.
      speeds.append(Double(transferBytes) * 1e9 / max(elapsed - flush, elapsed / 2))
    }
    return ProbeSamples(speeds)
  }

  private static func readSpeeds(
    _ path: String, _ descriptor: Int32
  ) -> (samples: ProbeSamples, areOfMemory: Bool)? {
    var bytes = [UInt8](repeating: 0, count: transferBytes)
    var speeds: [Double] = []
    var areOfMemory = false
    for _ in 0..<transfers {
      guard let left = try? Platform.dropCachedBytes(path) else { return nil }
      areOfMemory = areOfMemory || left > 0
      let start = Clock.nanoseconds()
      guard Platform.readBytes(&bytes, from: descriptor, at: 0) else { return nil }
      speeds.append(Double(transferBytes) * 1e9 / Double(max(1, Clock.nanoseconds() - start)))
    }
    return (ProbeSamples(speeds), areOfMemory)
  }
}
