internal import InkModel

/// One moment on one store: its times, and what its files were asked to do.
package struct MomentRow: Codable, Hashable, Sendable {
  package enum Status: String, Codable, Hashable, Sendable {
    case measured
    /// The number could not be shown to be what it is called; `reason` says why.
    case withheld
    /// The store threw an error, or its process died.
    case failed
    /// What the store gave back was not what it had been given.
    case wrongContent = "wrong-content"
  }

  package var moment: Moment
  package var status: Status
  /// Why there is no time, as a sentence; nil where there is one.
  package var reason: String?
  /// How long each repetition took, in order; empty unless it was measured.
  package var nanoseconds: [UInt64] = []
  package var medianNanoseconds: UInt64?
  package var lowerQuartileNanoseconds: UInt64?
  package var upperQuartileNanoseconds: UInt64?
  /// Whether all repetitions were counted alike, role by role; if not, each count is a median.
  package var isExact = true
  /// What one repetition did, by the role of the file; roles that were not touched are left out.
  package var roles: [RoleTotals] = []
  /// What the kernel fetched from the device, the median; nil where it does not say.
  package var deviceReadBytes: UInt64?

  /// A moment that has no number.
  package init(_ moment: Moment, _ status: Status, reason: String) {
    self.moment = moment
    self.status = status
    self.reason = reason
  }

  /// A moment that was measured, from its repetitions, of which there must be one.
  package init(_ moment: Moment, _ samples: [MomentSample]) {
    self.moment = moment
    status = .measured
    nanoseconds = samples.map(\.nanoseconds)
    // A quartile, unlike a tail percentile, says something of few samples too.
    let sorted = nanoseconds.sorted()
    medianNanoseconds = Percentile.p50.nearestRank(ofSorted: sorted)
    lowerQuartileNanoseconds = Percentile.p25.nearestRank(ofSorted: sorted)
    upperQuartileNanoseconds = Percentile.p75.nearestRank(ofSorted: sorted)
    isExact = samples.allSatisfy { $0.roles == samples[0].roles }
    roles = isExact ? samples[0].roles : RoleTotals.medians(of: samples.map(\.roles))
    let fetched = samples.compactMap(\.deviceReadBytes).sorted()
    deviceReadBytes = fetched.count == samples.count ? Percentile.p50.nearestRank(ofSorted: fetched) : nil
  }

  /// Takes the number back, because it can't be shown to be what it is called.
  package mutating func withhold(_ reason: String) {
    guard status == .measured else { return }
    self = MomentRow(moment, .withheld, reason: reason)
  }

  /// The sum over all roles.
  package var total: RoleTotals { roles.reduce(RoleTotals(role: .other)) { $0.adding($1) } }
}

/// One repetition of a moment.
package struct MomentSample: Codable, Hashable, Sendable {
  package var nanoseconds: UInt64
  package var roles: [RoleTotals]
  package var deviceReadBytes: UInt64?

  package init(nanoseconds: UInt64, roles: [RoleTotals], deviceReadBytes: UInt64? = nil) {
    self.nanoseconds = nanoseconds
    self.roles = roles
    self.deviceReadBytes = deviceReadBytes
  }
}
