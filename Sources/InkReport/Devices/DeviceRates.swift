internal import InkModel

/// A device's prices as plain numbers, all at the same end of their intervals.
struct DeviceRates {
  /// Which numbers of the intervals are taken.
  enum End: CaseIterable {
    /// The end at which everything is cheapest.
    case favourable
    case typical
    /// The end at which everything is dearest.
    case unfavourable
  }

  /// How long a flush takes.
  enum Flush {
    case p50, p95
  }

  private var callNanoseconds: [FileOperation.Kind: Double] = [:]
  private let nanosecondsPerCopiedByte: Double
  private let nanosecondsPerFetchedByte: Double
  private let nanosecondsPerSyncedByte: Double
  /// Time of a computation there ÷ its time where it was measured; nil where that machine is not known.
  private let computeFactor: Double?

  /// `kernelBytesPerSecond` is the speed of `EncodeKernel` where computing was measured, if it is known.
  init(_ device: Device, at end: End, flush: Flush = .p50, kernelBytesPerSecond: Double?) {
    nanosecondsPerCopiedByte = 1e9 / device.bandwidth.copyBytesPerSecond.bandwidth(at: end)
    nanosecondsPerFetchedByte = 1e9 / device.bandwidth.readBytesPerSecond.bandwidth(at: end)
    nanosecondsPerSyncedByte = 1e9 / device.bandwidth.writeBytesPerSecond.bandwidth(at: end)
    let reference = device.processor.referenceKernelBytesPerSecond.value
    computeFactor = kernelBytesPerSecond.map { device.processor.timeFactor.cost(at: end) * ($0 / reference) }
    for kind in FileOperation.Kind.allCases {
      callNanoseconds[kind] =
        kind.isSync
        ? device.latency(of: kind, flush).cost(at: end) : device.callCost(of: kind).cost(at: end)
    }
  }

  /// What a step costs on the device, in its parts.
  func price(_ load: StepLoad) -> StepPrice {
    var price = StepPrice()
    // In the order of the cases, because sums of floating-point numbers depend on their order.
    for kind in FileOperation.Kind.allCases {
      let cost = Double(load.calls[kind] ?? 0) * (callNanoseconds[kind] ?? 0)
      if kind.isSync { price.flushNanoseconds += cost } else { price.callNanoseconds += cost }
    }
    price.copyNanoseconds = Double(load.copiedBytes) * nanosecondsPerCopiedByte
    price.transferNanoseconds =
      Double(load.fetchedBytes) * nanosecondsPerFetchedByte
      + Double(load.syncedBytes) * nanosecondsPerSyncedByte
    price.computeNanoseconds = computeFactor.map { Double(load.computeNanoseconds) * $0 }
    return price
  }
}

/// What one call on the store costs on a device.
struct StepPrice: Hashable {
  /// Calls by themselves, syncs apart.
  var callNanoseconds = 0.0
  /// Copying into and out of the page cache.
  var copyNanoseconds = 0.0
  /// Between memory and storage.
  var transferNanoseconds = 0.0
  /// Waiting for flushes, after the bytes.
  var flushNanoseconds = 0.0
  /// Outside of file calls: measured somewhere, and scaled; nil where it can't be.
  var computeNanoseconds: Double?

  /// Everything that follows from the script alone.
  var fileNanoseconds: Double {
    callNanoseconds + copyNanoseconds + transferNanoseconds + flushNanoseconds
  }

  /// The whole call; nil where computing is not known.
  var totalNanoseconds: Double? { computeNanoseconds.map { fileNanoseconds + $0 } }
}

extension DeviceFigure {
  /// A figure that makes things dearer as it grows.
  func cost(at end: DeviceRates.End) -> Double {
    switch end {
    case .favourable: low
    case .typical: value
    case .unfavourable: high
    }
  }

  /// A figure that makes things cheaper as it grows.
  func bandwidth(at end: DeviceRates.End) -> Double {
    switch end {
    case .favourable: high
    case .typical: value
    case .unfavourable: low
    }
  }
}

extension Device {
  /// What a call of a kind costs; `other` stands in for a kind without a price of its own.
  fileprivate func callCost(of kind: FileOperation.Kind) -> DeviceFigure {
    guard let call = calls.first(where: { $0.kind == kind }) ?? calls.first(where: { $0.kind == .other })
    else { preconditionFailure("a device without 'other' is refused when it is read") }
    return call.nanoseconds
  }

  /// How long a sync of a kind waits; `sync` stands in for a kind without a latency of its own.
  fileprivate func latency(of kind: FileOperation.Kind, _ flush: DeviceRates.Flush) -> DeviceFigure {
    guard
      let latency = flushes.first(where: { $0.kind == kind }) ?? flushes.first(where: { $0.kind == .sync })
    else { preconditionFailure("a device without 'sync' is refused when it is read") }
    return flush == .p50 ? latency.p50Nanoseconds : latency.p95Nanoseconds
  }
}
