package import InkModel

/// The name of a case: what is replayed against what.
package struct CaseName: Codable, Hashable, Sendable {
  package var workload: String
  package var backend: String
  /// Nil for backends that use no codec.
  package var codec: String?
  package var durability: Durability

  package init(workload: String, backend: String, codec: String?, durability: Durability) {
    self.workload = workload
    self.backend = backend
    self.codec = codec
    self.durability = durability
  }

  /// The backend with its codec, such as `snapshot/packed`.
  package var store: String { codec.map { "\(backend)/\($0)" } ?? backend }
  /// All of it in one word, such as `meeting snapshot/packed power-durable`.
  package var text: String { "\(workload) \(store) \(durability.rawValue)" }
}
