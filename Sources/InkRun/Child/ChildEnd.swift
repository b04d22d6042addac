package import InkReport

/// How a child process ended.
package enum ChildEnd: Sendable {
  case replied(ChildReply)
  /// It ended without an answer.
  case died(exitCode: Int32?, signal: Int32?, lastWords: String)
  /// The user interrupted the run, and the child was ended.
  case interrupted

  /// Whether a signal ended it that no mistake of a store brings about.
  package var wasKilled: Bool {
    if case .died(_, let signal?, _) = self { signal == Platform.killSignal } else { false }
  }

  /// How it died, as a clause; nil if it did not.
  package var death: String? {
    guard case .died(let code, let signal, let words) = self else { return nil }
    let how = signal.map { "it was ended by signal \($0)" } ?? "it ended with exit code \(code ?? 0)"
    return words.isEmpty ? how : "\(how): \(words)"
  }
}

extension ChildFailure {
  /// What kept a child from doing its job; nil if it did it, or if the user interrupted it.
  package init?(_ end: ChildEnd, round: Int, kind: Kind) {
    switch end {
    case .interrupted: return nil
    case .replied(let reply):
      guard let failure = reply.failure else { return nil }
      self.init(round: round, kind: kind, reason: failure)
    case .died(let exitCode, let signal, _):
      self.init(round: round, kind: kind, reason: end.death ?? "", exitCode: exitCode, signal: signal)
    }
  }
}

extension Verdict {
  /// A store that ends the process that opens it can't be opened.
  ///
  /// Nil for a judge that lived, or that was killed: nothing a store does by mistake ends a process that way.
  package init?(unopenable end: ChildEnd) {
    guard let death = end.death, !end.wasKilled else { return nil }
    self.init(outcome: .unopenable, detail: "the process that opened it died: \(death)")
  }
}
