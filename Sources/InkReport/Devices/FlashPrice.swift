internal import InkModel

/// What a script brings onto a device's flash, and how long the flash bears it.
///
/// Method. Device bytes are blocks, not bytes: each dirty block of a file once for each sync or write-back,
/// and the file system's own blocks at each commit; `PageCacheModel` counts both from the script's offsets.
/// They are stated an hour of the session and a **reference day**, which is two hours of such writing. The
/// years until one app has used up its share of the flash are
///
///     years = budget × share ÷ (365 × device bytes a day × write amplification inside the storage)
///
/// where the budget is in bytes that the cells are programmed with. With 150 TB, 5 % and 3, five years allow
/// 1.37 GB a day.
///
/// `flash.platform-writes-per-day` is in the unit of the platform's own count, so that field data can stand
/// beside it: memory pages of files that became dirty, each once until it is clean again. iOS counts "file
/// backed memory dirtied", MetricKit hands it out as `MXDiskIOMetric.cumulativeLogicalWrites` a day, Xcode's
/// organizer shows it as Disk Writes, and a day of more than 1,073.74 MB is logged. Pages that are dropped
/// before they are written stay counted, and the file system's own are not counted.
struct FlashPrice {
  let metrics: [ModelledMetric]

  /// Hours of writing in a reference day: four lectures or meetings of half an hour.
  static let hoursPerDay = 2.0
  /// Where iOS logs a day's disk writes: 1,073.74 MB in 86,400 s.
  static let dailyLineBytes = 1_073_741_824.0

  init(_ loads: inout LoadCache, _ device: Device, _ setting: DevicePrice.Setting) {
    let system = device.fileSystem
    var flash: [DeviceRates.End: FlashLoad] = [:]
    var memory: [DeviceRates.End: FlashLoad] = [:]
    for end in DeviceRates.End.allCases {
      // The longer a change stays in memory, the more of them become one.
      let writeback = system.writebackMilliseconds.bandwidth(at: end)
      flash[end] = loads.model(page: system.blockBytes.cost(at: end), writeback: writeback).flash
      memory[end] = loads.model(page: system.memoryPageBytes.cost(at: end), writeback: writeback).flash
    }
    let kind = setting.isExact ? MetricRow.Kind.exact : .noisy
    let hours = Double(setting.sessionMilliseconds) / 3_600_000
    let lengthNote = hours > 0 ? nil : "The session has no length."

    func quotient(_ number: Double, _ divisor: Double?) -> Double? {
      divisor.flatMap { $0 > 0 ? number / $0 : nil }
    }
    func metadata(_ end: DeviceRates.End) -> Double {
      Double(flash[end]?.commits ?? 0) * system.metadataBytesPerCommit.cost(at: end)
    }
    func deviceBytes(_ end: DeviceRates.End) -> Double { Double(flash[end]?.blockBytes ?? 0) + metadata(end) }
    func aDay(_ bytes: Double) -> Double? { quotient(bytes, hours).map { $0 * Self.hoursPerDay } }
    let written = Double(flash[.typical]?.writtenBytes ?? 0)
    let logicalNote = Self.note(onLogicalBytes: setting.logicalBytes)
    metrics =
      [
        ModelledMetric("flash.block-bytes", .bytes, kind) { Double(flash[$0]?.blockBytes ?? 0) },
        ModelledMetric("flash.commits", .commits, kind) { Double(flash[$0]?.commits ?? 0) },
        ModelledMetric("flash.metadata-bytes", .bytes, kind, metadata),
        ModelledMetric("flash.device-bytes", .bytes, kind, deviceBytes),
        ModelledMetric(
          "flash.rounding", .ratio, kind, note: written > 0 ? nil : "Nothing was written."
        ) { quotient(deviceBytes($0), written) },
        ModelledMetric("flash.write-amplification", .ratio, kind, note: logicalNote) {
          quotient(deviceBytes($0), setting.logicalBytes)
        },
        ModelledMetric("flash.bytes-per-hour", .bytesPerHour, kind, note: lengthNote) {
          quotient(deviceBytes($0), hours)
        },
        ModelledMetric("flash.bytes-per-day", .bytesPerDay, kind, note: lengthNote) {
          aDay(deviceBytes($0))
        },
        ModelledMetric("flash.platform-writes-per-day", .bytesPerDay, kind, note: lengthNote) {
          aDay(Double(memory[$0]?.dirtiedBytes ?? 0))
        },
        ModelledMetric("flash.daily-line", .share, kind, note: lengthNote) {
          aDay(Double(memory[$0]?.dirtiedBytes ?? 0)).map { $0 / Self.dailyLineBytes }
        },
      ]
      + Self.wear(
        device.endurance, kind, note: lengthNote, logicalBytes: setting.logicalBytes, deviceBytes, aDay)
  }

  /// Why nothing can be divided by them, as a sentence; nil if it can.
  private static func note(onLogicalBytes bytes: Double?) -> String? {
    guard let bytes else { return "The run has no count of logical bytes." }
    return bytes > 0 ? nil : "The writer changed nothing."
  }

  private static func wear(
    _ endurance: Device.Endurance?, _ kind: MetricRow.Kind, note: String?, logicalBytes: Double?,
    _ deviceBytes: (DeviceRates.End) -> Double, _ aDay: (Double) -> Double?
  ) -> [ModelledMetric] {
    guard let endurance else {
      let note = "The device's endurance is not known."
      return [
        ModelledMetric("flash.cell-bytes-per-day", .bytesPerDay, kind, value: nil, note: note),
        ModelledMetric("flash.cell-write-amplification", .ratio, kind, value: nil, note: note),
        ModelledMetric("flash.years", .years, kind, better: .higher, value: nil, note: note),
      ]
    }
    func cells(_ end: DeviceRates.End) -> Double {
      deviceBytes(end) * endurance.writeAmplification.cost(at: end)
    }
    return [
      ModelledMetric("flash.cell-bytes-per-day", .bytesPerDay, kind, note: note) { aDay(cells($0)) },
      ModelledMetric(
        "flash.cell-write-amplification", .ratio, kind,
        note: Self.note(onLogicalBytes: logicalBytes)
      ) { end in logicalBytes.flatMap { $0 > 0 ? cells(end) / $0 : nil } },
      ModelledMetric(
        "flash.years", .years, kind, better: .higher,
        note: note ?? (deviceBytes(.typical) > 0 ? nil : "Nothing reaches the flash.")
      ) { end in
        let budget = endurance.budgetBytes.bandwidth(at: end) * endurance.appShare.bandwidth(at: end)
        return aDay(cells(end)).flatMap { $0 > 0 ? budget / (365 * $0) : nil }
      },
    ]
  }
}
