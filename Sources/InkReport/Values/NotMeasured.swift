/// Why a case has no metrics.
package struct NotMeasured: Codable, Hashable, Sendable {
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// The tap did not see the test write made before the case.
    case canaryUnseen = "canary-unseen"
    /// The kernel counted other bytes than the tap.
    case bytesDisagree = "bytes-disagree"
    /// Something could write past the tap.
    case bypass
    /// No timed round was finished.
    case noRounds = "no-rounds"
  }

  package var code: Code
  /// One sentence.
  package var detail: String
}
