internal import Dispatch
internal import Synchronization

/// Whether the user has asked the run to stop, by Ctrl-C, a termination signal or a closed terminal.
///
/// The signals are blocked, and a thread waits for them, so nothing is handled between two instructions. The
/// first one is told at once and asks the run to stop; the second ends the process where it is. A log that
/// is written line by line survives both.
package final class Interruption: Sendable {
  private let requested = Atomic<Bool>(false)

  /// Takes the signals over from here on, for threads made later as well; `tell` is called at the first one,
  /// on a thread of its own.
  package init(tell: @escaping @Sendable () -> Void = {}) {
    Platform.blockInterrupts()
    // A queue of its own has a thread of its own, which does nothing but wait.
    DispatchQueue(label: "signals").async { [weak self] in
      let signal = Platform.awaitInterrupt()
      // Whoever made this has gone on to something else, and somebody else may wait.
      guard self?.request() != nil else { return Platform.passOn(signal) }
      tell()
      _ = Platform.awaitInterrupt()
      Platform.endNow(exitCode: Self.exitCode)
    }
  }

  private func request() { requested.store(true, ordering: .relaxed) }

  package var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// As a shell has it for a program that Ctrl-C ended.
  private static let exitCode: Int32 = 130
}
