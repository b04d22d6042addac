internal import InkModel

/// The modelled latency of a script's saves on a device.
struct SavePrice {
  let metrics: [ModelledMetric]

  init(_ loads: inout LoadCache, _ device: Device, _ setting: DevicePrice.Setting) {
    func saves(
      _ loads: inout LoadCache, at end: DeviceRates.End, flush: DeviceRates.Flush = .p50
    ) -> [StepPrice] {
      let rates = DeviceRates(
        device, at: end, flush: flush, kernelBytesPerSecond: setting.kernelBytesPerSecond)
      // Writeback hardly changes a save; it is taken as typical, so that intervals are those of the prices.
      return loads.model(
        page: device.fileSystem.blockBytes.cost(at: end),
        writeback: device.fileSystem.writebackMilliseconds.value
      ).steps.filter(\.isSave).map(rates.price)
    }
    var prices: [DeviceRates.End: [StepPrice]] = [:]
    var slowPrices: [DeviceRates.End: [StepPrice]] = [:]
    for end in DeviceRates.End.allCases {
      prices[end] = saves(&loads, at: end)
      slowPrices[end] = saves(&loads, at: end, flush: .p95)
    }
    metrics = Self.metrics(prices, slowPrices, setting)
  }

  private static func metrics(
    _ prices: [DeviceRates.End: [StepPrice]], _ slowPrices: [DeviceRates.End: [StepPrice]],
    _ setting: DevicePrice.Setting
  ) -> [ModelledMetric] {
    let kind = setting.isExact ? MetricRow.Kind.exact : .noisy
    let count = prices[.typical]?.count ?? 0
    func percentile(
      _ name: String, _ percentile: Percentile, _ kind: MetricRow.Kind,
      of prices: [DeviceRates.End: [StepPrice]], note: String? = nil, _ part: (StepPrice) -> Double?
    ) -> ModelledMetric {
      let needed = percentile == .p50 ? 1 : tailSavesMin
      return ModelledMetric(
        "\(name).\(percentile.label)", .nanoseconds, kind,
        note: count == 0 ? noSaves : count >= needed ? note : suppressed(percentile, needed, count)
      ) { end in
        guard count >= needed else { return nil }
        return percentile.nearestRank(ofSorted: (prices[end] ?? []).compactMap(part).sorted())
      }
    }
    func mean(_ name: String, _ part: @escaping (StepPrice) -> Double) -> ModelledMetric {
      ModelledMetric("\(name).mean", .nanoseconds, kind, note: count == 0 ? noSaves : nil) { end in
        let saves = prices[end] ?? []
        return saves.isEmpty ? nil : saves.reduce(0) { $0 + part($1) } / Double(saves.count)
      }
    }
    let unscaled =
      setting.kernelBytesPerSecond == nil ? "The speed of the machine of the run is not known." : nil
    return [
      ModelledMetric("save.count", .saves, kind, better: .none, value: Double(count)),
      percentile("save.file", .p50, kind, of: prices, \.fileNanoseconds),
      percentile("save.file", .p95, kind, of: prices, \.fileNanoseconds),
      percentile("save.file.slow-flush", .p95, kind, of: slowPrices, \.fileNanoseconds),
      mean("save.calls", \.callNanoseconds), mean("save.copy", \.copyNanoseconds),
      mean("save.transfer", \.transferNanoseconds), mean("save.flush", \.flushNanoseconds),
      percentile("save.compute", .p50, .noisy, of: prices, note: unscaled, \.computeNanoseconds),
      percentile("save.total", .p50, .noisy, of: prices, note: unscaled, \.totalNanoseconds),
      percentile("save.total", .p95, .noisy, of: prices, note: unscaled, \.totalNanoseconds),
    ]
  }

  private static let noSaves = "There are no saves."

  private static func suppressed(_ percentile: Percentile, _ needed: Int, _ count: Int) -> String {
    "Suppressed: \(percentile.label) needs \(needed) saves, and there are \(count)."
  }

  /// A modelled price has no chance in it, so its p95 needs no ten saves beyond; but of fewer than these its
  /// nearest rank is the last, and it would be the maximum.
  static let tailSavesMin = 20
}

extension StepLoad {
  /// Whether the step acknowledges a writer's changes.
  var isSave: Bool { Phase(rawValue: phase)?.isSave ?? false }
}
