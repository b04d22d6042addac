internal import InkModel
internal import InkReplay
package import InkReport

/// How a state is named on a command line, and written in a report.
package struct StateName: Hashable, Sendable {
  /// Sixteen hexadecimal digits, of the case, the profile and the state.
  package let id: String

  package init(_ state: CrashState, of name: CaseName, under profile: CrashProfile) {
    self.init(ReportedState(state), of: name, under: profile)
  }

  package init(_ state: ReportedState, of name: CaseName, under profile: CrashProfile) {
    var digest = Digest()
    digest.feed(name.text)
    digest.feed(profile.name)
    digest.feed(state.text)
    id = String(digest.text.prefix(16))
  }

  /// A state as a word: epoch, kept operations, variant, digest, steps acknowledged and begun, with slashes
  /// between them.
  package static func text(of state: CrashState) -> String {
    "\(state.epoch)/\(state.kept)/\(state.variant)/\(state.digest)"
      + "/\(state.progress.acknowledgedStep)/\(state.progress.begunStep)"
  }

  /// Reads what `text(of:)` writes; nil for anything else.
  package static func state(_ text: String) -> CrashState? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, let epoch = Int(parts[0]), epoch >= 0, let kept = PendingSet(text: parts[1]),
      let variant = CrashState.Variant(parts[2]), let digest = StateDigest(text: parts[3]),
      let acknowledged = Int(parts[4]), let begun = Int(parts[5])
    else { return nil }
    return CrashState(
      epoch: epoch, kept: kept, variant: variant, digest: digest,
      progress: ReplayProgress(acknowledgedStep: acknowledged, begunStep: begun))
  }
}
