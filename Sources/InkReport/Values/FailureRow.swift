/// How a child process of a case ended badly.
package struct FailureRow: Codable, Hashable, Sendable {
  package var round: Int
  package var kind: ChildFailure.Kind
  package var reason: String
  @Nullable package var exitCode: Int32?
  @Nullable package var signal: Int32?
}
