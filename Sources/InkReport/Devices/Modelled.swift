package import InkModel

/// What a run's file calls would cost elsewhere: always apart from what was measured.
package struct Modelled: Codable, Hashable, Sendable {
  /// Speed of `EncodeKernel` on the machine of the run, in bytes of points a second; nil if it was not
  /// measured.
  @Nullable package var kernelBytesPerSecond: Double?
  /// The devices as they were priced, so that each number can be traced to a figure and its source.
  package var devices: [Device]
  package var rows: [ModelledRow]

  package static let none = Modelled(kernelBytesPerSecond: nil, devices: [], rows: [])

  package init(kernelBytesPerSecond: Double?, devices: [Device], rows: [ModelledRow]) {
    self.kernelBytesPerSecond = kernelBytesPerSecond
    self.devices = devices
    self.rows = rows
  }
}

/// One case on one device.
package struct ModelledRow: Codable, Hashable, Sendable {
  package enum Status: String, Codable, Hashable, Sendable {
    case modelled
    /// There is no script to price, and the row says why.
    case notModelled = "not-modelled"
  }

  package var workload: String
  package var backend: String
  @Nullable package var codec: String?
  package var durability: Durability
  package var device: String
  package var status: Status
  /// Why there are no numbers, as a sentence.
  @Nullable package var reason: String?
  package var metrics: [ModelledMetric]

  package var name: CaseName {
    CaseName(workload: workload, backend: backend, codec: codec, durability: durability)
  }

  /// The number of a name, if the row has it.
  package func metric(_ name: String) -> ModelledMetric? { metrics.first { $0.name == name } }

  /// A case that was priced.
  package init(_ name: CaseName, on device: Device, metrics: [ModelledMetric]) {
    self.init(name, on: device, status: .modelled, reason: nil, metrics: metrics)
  }

  /// A case that can't be priced; `reason` is a sentence.
  package init(_ name: CaseName, on device: Device, notModelled reason: String) {
    self.init(name, on: device, status: .notModelled, reason: reason, metrics: [])
  }

  private init(
    _ name: CaseName, on device: Device, status: Status, reason: String?, metrics: [ModelledMetric]
  ) {
    workload = name.workload
    backend = name.backend
    codec = name.codec
    durability = name.durability
    self.device = device.name
    self.status = status
    self.reason = reason
    self.metrics = metrics
  }
}
