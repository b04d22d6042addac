/// Why a command stopped: the sentence that the user reads and the code that a script reads.
package struct CommandFailure: Error, Hashable, Sendable {
  package let exitCode: ExitCode
  /// One sentence without a full stop: what is wrong, where, and what to do.
  package let sentence: String
  /// A second line, such as where to find help.
  package let hint: String?

  package init(_ exitCode: ExitCode, _ sentence: String, hint: String? = nil) {
    self.exitCode = exitCode
    self.sentence = sentence
    self.hint = hint
  }
}
