/// Why a workload can't be used, as one sentence that says what, where and what to do.
package struct WorkloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whether the text was at fault or could not even be read.
  package enum Kind: Hashable, Sendable {
    case malformed, unreadable
  }

  package var kind: Kind
  package var description: String

  package init(_ description: String, kind: Kind = .malformed) {
    self.description = description
    self.kind = kind
  }
}
