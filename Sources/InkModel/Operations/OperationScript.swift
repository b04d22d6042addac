/// The file calls of one case, call by call on the store, in the order in which they were made.
package struct OperationScript: Codable, Hashable, Sendable {
  /// The file calls inside one call on the store.
  package struct Step: Codable, Hashable, Sendable {
    /// The phase that a report counts the call in, such as `save.autosave`.
    package var phase: String
    /// When the call should have begun, on the session's clock.
    package var intendedMilliseconds: UInt64
    /// What of the call was neither inside a file call nor inside a sync.
    package var computeNanoseconds: UInt64
    package var operations: [FileOperation]

    package init(
      phase: String, intendedMilliseconds: UInt64, computeNanoseconds: UInt64, operations: [FileOperation]
    ) {
      self.phase = phase
      self.intendedMilliseconds = intendedMilliseconds
      self.computeNanoseconds = computeNanoseconds
      self.operations = operations
    }
  }

  /// The length of each file when the recording began, by its number; 0 for one that was made later.
  package var initialLengths: [UInt64]
  package var steps: [Step]

  package init(initialLengths: [UInt64], steps: [Step]) {
    self.initialLengths = initialLengths
    self.steps = steps
  }
}
