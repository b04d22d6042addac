internal import InkRun

extension Interruption {
  /// Answers the first Ctrl-C with a sentence at once, before anything has come to its end, and leaves at the
  /// second where it is; `consequence` follows "stopping, and", and `hint` is left behind by the second.
  convenience init(_ context: Context, and consequence: String, hint: String? = nil) {
    let write = context.standardError.fromAnotherThread
    // The line of progress and the terminal's ^C stand where the cursor is.
    let start = context.environment.isTerminal ? "\n" : ""
    let sentence = "\(context.environment.programName): stopping, and \(consequence)"
    self.init { number in
      guard number == 1 else {
        if let hint { write(start + hint) }
        Platform.leaveAtOnce(with: .interrupted)
      }
      write("\(start)\(sentence); once more leaves at once")
    }
  }
}
