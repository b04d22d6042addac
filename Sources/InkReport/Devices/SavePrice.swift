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
      _ name: String, _ permille: Int, _ kind: MetricRow.Kind,
      of prices: [DeviceRates.End: [StepPrice]], note: String? = nil, _ part: (StepPrice) -> Double?
    ) -> ModelledMetric {
      let label = permille == 500 ? "p50" : "p95"
      let isKnown = count >= (permille == 500 ? 1 : tailSavesMin)
      return ModelledMetric(
        "\(name).\(label)", .nanoseconds, kind,
        note: count == 0 ? noSaves : isKnown ? note : suppressed(label, count)
      ) { end in
        isKnown ? nearestRank(permille, of: (prices[end] ?? []).compactMap(part)) : nil
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
      percentile("save.file", 500, kind, of: prices, \.fileNanoseconds),
      percentile("save.file", 950, kind, of: prices, \.fileNanoseconds),
      percentile("save.file.slow-flush", 950, kind, of: slowPrices, \.fileNanoseconds),
      mean("save.calls", \.callNanoseconds), mean("save.copy", \.copyNanoseconds),
      mean("save.transfer", \.transferNanoseconds), mean("save.flush", \.flushNanoseconds),
      percentile("save.compute", 500, .noisy, of: prices, note: unscaled, \.computeNanoseconds),
      percentile("save.total", 500, .noisy, of: prices, note: unscaled, \.totalNanoseconds),
      percentile("save.total", 950, .noisy, of: prices, note: unscaled, \.totalNanoseconds),
    ]
  }

  private static let noSaves = "There are no saves."

  private static func suppressed(_ label: String, _ count: Int) -> String {
    "Suppressed: \(label) needs \(tailSavesMin) saves, and there are \(count)."
  }

  /// A modelled price has no chance in it, so its p95 needs no ten saves beyond; but of fewer than these it
  /// would be the maximum.
  static let tailSavesMin = 21

  /// The smallest number that at least so many thousandths of all do not exceed.
  private static func nearestRank(_ permille: Int, of numbers: [Double]) -> Double? {
    guard !numbers.isEmpty else { return nil }
    return numbers.sorted()[max(1, (permille * numbers.count + 999) / 1_000) - 1]
  }
}

extension StepLoad {
  /// Whether the step acknowledges a writer's changes.
  var isSave: Bool { Phase(rawValue: phase)?.isSave ?? false }
}
