/// Standard output or standard error, or memory in their place.
///
/// A reader that goes away, as `head` does, is no error: what follows is dropped. Any other failed write is
/// remembered, and the command ends with it, because a lost report must not look like success.
package final class Output: TextOutputStream {
  private enum Destination {
    case descriptor(Int32)
    case memory
  }

  private let destination: Destination
  /// What was written to memory.
  package private(set) var text = ""
  /// The `errno` of the first write that failed.
  package private(set) var failureCode: Int32?

  private init(_ destination: Destination) { self.destination = destination }

  /// An output that writes to an open descriptor, which it does not close.
  package static func descriptor(_ number: Int32) -> Output { Output(.descriptor(number)) }

  /// An output that keeps what is written, for tests.
  package static func memory() -> Output { Output(.memory) }

  package func write(_ string: String) {
    switch destination {
    case .memory: text += string
    case .descriptor(let number):
      guard failureCode == nil else { return }
      failureCode = Platform.writeAll(string, to: number)
    }
  }

  /// A way for another thread to write a line, past what this one is writing; memory does not get it.
  package var fromAnotherThread: @Sendable (String) -> Void {
    guard case .descriptor(let number) = destination else { return { _ in } }
    return { _ = Platform.writeAll($0 + "\n", to: number) }
  }

  /// Writes a line.
  package func line(_ string: String = "") { write(string + "\n") }

  /// Why what was written did not arrive; nil if it did, or if its reader went away.
  package var failureSentence: String? {
    guard let failureCode, failureCode != Platform.brokenPipe else { return nil }
    return Platform.message(for: failureCode)
  }
}
