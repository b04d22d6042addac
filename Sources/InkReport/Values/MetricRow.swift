/// One measured number of a case.
package struct MetricRow: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Hashable, Sendable {
    /// All rounds gave the same number, and any change of it is a finding.
    case exact
    /// A time, a size of resident or live memory, or a count that differed between rounds.
    case noisy
  }

  /// Which way is an improvement.
  package enum Direction: String, Codable, Hashable, Sendable {
    case lower, higher
    /// Any change is a finding: of syncs, more cost time and fewer may keep less than was promised.
    case same
    /// A property of the work rather than a merit.
    case none
  }

  package enum Unit: String, Codable, Hashable, Sendable, CaseIterable {
    case nanoseconds, milliseconds, bytes, calls, files, strokes, saves, times, allocations, faults, ratio
    /// Of one: 0.25 is a quarter.
    case share
    case bytesPerSave = "bytes/save"
    case bytesPerHour = "bytes/hour"
    case callsPerSave = "calls/save"
    case strokesPerSave = "strokes/save"
    case allocationsPerSave = "allocations/save"
    case faultsPerSave = "faults/save"
    case nanosecondsPerSave = "nanoseconds/save"
  }

  package var name: String
  package var unit: Unit
  package var kind: Kind
  package var better: Direction
  /// Nil where the number can't be given, and then the note says why; never NaN.
  @Nullable package var value: Double?
  /// The ends of the 95 % confidence interval; nil where there is none, and for every exact metric.
  @Nullable package var low: Double?
  @Nullable package var high: Double?
  /// The number in each round, where it has one.
  package var rounds: [Double?]
  /// Whether the metric would be exact, but its rounds differed.
  package var isDemoted: Bool
  @Nullable package var note: String?

  init(
    _ name: String, _ unit: Unit, _ kind: Kind, better: Direction = .lower, value: Double?,
    interval: ConfidenceInterval? = nil, rounds: [Double?] = [], isDemoted: Bool = false, note: String? = nil
  ) {
    self.name = name
    self.unit = unit
    self.kind = kind
    self.better = better
    self.value = value.finite
    let ends = value.finite == nil ? nil : interval.flatMap { $0.isFinite ? $0 : nil }
    low = ends?.low
    high = ends?.high
    self.rounds = rounds.map(\.finite)
    self.isDemoted = isDemoted
    self.note = note
  }
}

extension MetricRow {
  /// Whether a metric counts allocations or the bytes that they take.
  ///
  /// Such counts are exact on one machine; system libraries and the Swift runtime have a share in them. An
  /// activity is called whatever its backend likes, and has no such counts.
  package static func isOfMemory(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    return parts.first != "activity" && parts.contains(where: partsOfMemory.contains)
  }

  private static let partsOfMemory: Set<Substring> = [
    "allocations", "allocated-bytes", "peak-bytes", "live-bytes",
  ]
}

extension Double? {
  /// The number itself, or nil for a quotient that has no value.
  fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}
