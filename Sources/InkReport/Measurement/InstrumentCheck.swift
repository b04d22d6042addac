/// Whether a round's counters can be believed; any text in `faults` voids the row.
package struct InstrumentCheck: Codable, Hashable, Sendable {
  package var canarySeen: Bool
  /// Bytes the tap counted over the process's life, all roles and `elsewhere`.
  package var countedBytes: UInt64
  /// The kernel's `wchar`, less event descriptors; nil where the kernel does not say.
  package var kernelBytes: UInt64?
  /// One sentence for each descriptor or mapping that writes past the tap, or other fault.
  package var faults: [String]

  package init(canarySeen: Bool, countedBytes: UInt64, kernelBytes: UInt64?, faults: [String]) {
    self.canarySeen = canarySeen
    self.countedBytes = countedBytes
    self.kernelBytes = kernelBytes
    self.faults = faults
  }
}
