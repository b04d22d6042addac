/// One modelled number of a case on a device.
package struct ModelledMetric: Codable, Hashable, Sendable {
  package enum Unit: String, Codable, Hashable, Sendable {
    case nanoseconds, bytes, commits, saves, ratio, share, years
    case bytesPerHour = "bytes/hour"
    case bytesPerDay = "bytes/day"
  }

  package var name: String
  package var unit: Unit
  /// Exact if it follows from the script and the device file alone.
  package var kind: MetricRow.Kind
  package var better: MetricRow.Direction
  /// At the device's typical figures; nil where the number can't be given, and then the note says why.
  @Nullable package var value: Double?
  /// The smallest and the largest number that the intervals of the device's figures allow.
  @Nullable package var low: Double?
  @Nullable package var high: Double?
  @Nullable package var note: String?

  init(
    _ name: String, _ unit: Unit, _ kind: MetricRow.Kind, better: MetricRow.Direction = .lower,
    value: Double?, ends: [Double?] = [], note: String? = nil
  ) {
    self.name = name
    self.unit = unit
    self.kind = kind
    self.better = better
    let known = ([value] + ends).compactMap { $0 }.filter(\.isFinite)
    self.value = value.flatMap { $0.isFinite ? $0 : nil }
    low = self.value == nil ? nil : known.min()
    high = self.value == nil ? nil : known.max()
    self.note = note
  }

  /// A number of each end of a device's intervals.
  init(
    _ name: String, _ unit: Unit, _ kind: MetricRow.Kind, better: MetricRow.Direction = .lower,
    note: String? = nil, _ number: (DeviceRates.End) -> Double?
  ) {
    self.init(
      name, unit, kind, better: better, value: number(.typical),
      ends: [number(.favourable), number(.unfavourable)], note: note)
  }
}
