/// A state as a report names it: what a crash left, or what a second one left while that was used.
package struct ReportedState: Hashable, Sendable {
  /// What the first crash left.
  package var state: CrashState
  /// What a second crash made of it; nil for the state itself.
  package var second: SecondState?

  /// One of the contents that second crashes leave of a state.
  package struct SecondState: Hashable, Sendable {
    /// In the order in which they are made, from 0.
    package var number: Int
    package var digest: StateDigest
  }

  package init(_ state: CrashState, second: SecondState? = nil) {
    self.state = state
    self.second = second
  }

  /// The state as a word; of a second crash its number and digest stand behind a plus sign.
  package var text: String {
    StateName.text(of: state) + (second.map { "+\($0.number)/\($0.digest)" } ?? "")
  }

  /// Reads what `text` gives; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let state = StateName.state(parts[0]) else { return nil }
    self.state = state
    guard parts.count == 2 else { return }
    let words = parts[1].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 2, let number = Int(words[0]), number >= 0, let digest = StateDigest(text: words[1])
    else { return nil }
    second = SecondState(number: number, digest: digest)
  }
}
