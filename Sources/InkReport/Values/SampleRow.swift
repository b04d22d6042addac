/// The raw service times of the saves of one phase in one round, in order.
package struct SampleRow: Codable, Hashable, Sendable {
  package var phase: Phase
  package var round: Int
  package var serviceNanoseconds: [UInt64]
}
