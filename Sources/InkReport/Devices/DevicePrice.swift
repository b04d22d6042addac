package import InkModel

/// Prices the file calls of a case on a device.
///
/// Method. `PageCacheModel` goes through the script and says what each call on the store asks of a device:
/// calls by kind, bytes copied, blocks fetched, blocks that its syncs bring onto the storage. A save's price
/// is then
///
///     Σ calls × cost of the kind  +  bytes copied ÷ copy bandwidth
///       + blocks fetched ÷ read bandwidth  +  blocks synced ÷ write bandwidth
///       + Σ syncs × flush latency of the kind
///
/// which is t = B/BW + f·t_flush with the calls and the copy added. Without syncs a save waits for no storage
/// at all, as on the real thing. Calls follow one another: nothing overlaps, nothing is merged but pages that
/// are written twice before a sync, and the storage is idle when a save begins.
///
/// The p50 and the p95 are over the saves of the script, by nearest rank, at the device's typical figures:
/// they tell small saves from large ones. `low` and `high` are the same percentile with every figure at the
/// cheap or the dear end of its interval: they tell how little is known of the device. `slow-flush.p95` is
/// the p95 of saves all of whose flushes take the device's p95. All of this follows from script and device
/// file alone, so it is exact.
///
/// Computing does not: it was measured, in the timed rounds of the run, and is scaled by the device's
/// processor factor and by the speed of `EncodeKernel` where it was measured against the reference machine's.
/// It is noisy, and so is the total; where that speed is not known, neither has a value.
package struct DevicePrice {
  /// What a price needs to know besides script and device.
  package struct Setting: Sendable {
    /// Length of the session on its own clock.
    package var sessionMilliseconds: UInt64
    /// What the writer's changes amount to over the session; nil if it is not known.
    package var logicalBytes: Double?
    /// Speed of `EncodeKernel` on the machine of the recording; nil if it is not known.
    package var kernelBytesPerSecond: Double?
    /// Whether script and device are the same the next time; every price is noisy where they are not.
    package var isExact: Bool

    package init(
      sessionMilliseconds: UInt64, logicalBytes: Double? = nil, kernelBytesPerSecond: Double? = nil,
      isExact: Bool = true
    ) {
      self.sessionMilliseconds = sessionMilliseconds
      self.logicalBytes = logicalBytes
      self.kernelBytesPerSecond = kernelBytesPerSecond
      self.isExact = isExact
    }
  }

  /// Every modelled number of the case on the device.
  package let metrics: [ModelledMetric]

  package init(_ script: OperationScript, on device: Device, _ setting: Setting) {
    var loads = LoadCache(script)
    metrics =
      SavePrice(&loads, device, setting).metrics + FlashPrice(&loads, device, setting).metrics
  }
}

/// The loads of one script by page size and writeback time; ends of intervals often have the same.
struct LoadCache {
  private struct Key: Hashable {
    var pageBytes: UInt64
    var writebackMilliseconds: UInt64
  }

  private let script: OperationScript
  private var models: [Key: PageCacheModel] = [:]

  init(_ script: OperationScript) { self.script = script }

  mutating func model(page: Double, writeback: Double) -> PageCacheModel {
    let key = Key(pageBytes: UInt64(page), writebackMilliseconds: UInt64(writeback))
    if let model = models[key] { return model }
    let model = PageCacheModel(
      script, pageBytes: key.pageBytes, writebackMilliseconds: key.writebackMilliseconds)
    models[key] = model
    return model
  }
}
