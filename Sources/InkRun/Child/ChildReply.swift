package import InkReplay
package import InkReport

/// What a child process answers, as JSON on a descriptor of its own.
package struct ChildReply: Codable, Sendable {
  package var round: RoundResult?
  package var verdict: Verdict?
  package var floor: FloorResult?
  /// Why the job could not be done, as a sentence; nil if it was.
  package var failure: String?
  /// How far a replay had come that failed.
  package var progress: ReplayProgress?
  /// Whether the reason was a full disk.
  package var isDiskFull = false
}

/// How a child process ended.
package enum ChildEnd: Sendable {
  case replied(ChildReply)
  /// It ended without an answer.
  case died(exitCode: Int32?, signal: Int32?, lastWords: String)
  /// The user interrupted the run, and the child was ended.
  case interrupted
}

extension Verdict {
  /// A store that ends the process that opens it can't be opened.
  ///
  /// Nil for a judge that lived, or that was killed: nothing a store does by mistake ends a process that way.
  package init?(unopenable end: ChildEnd) {
    guard case .died(let code, let signal, let words) = end, signal != Platform.killSignal else { return nil }
    let how = signal.map { "signal \($0)" } ?? "exit code \(code ?? 0)"
    self.init(outcome: .unopenable, detail: "the process that opened it died by \(how): \(words)")
  }
}
