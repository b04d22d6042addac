/// Why reports can't be merged, as a sentence; exit code 3.
package struct MergeError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }
}
