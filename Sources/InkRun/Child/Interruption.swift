internal import Synchronization

/// Whether the user has asked the run to stop, by Ctrl-C or a termination signal.
///
/// The signals are blocked and asked for, rather than handled, so nothing happens between two instructions.
package final class Interruption: Sendable {
  private let requested = Atomic<Bool>(false)

  /// Takes the signals over from here on, for threads made later as well.
  package init() { Platform.blockInterrupts() }

  package var isRequested: Bool {
    if requested.load(ordering: .relaxed) { return true }
    guard Platform.takeInterrupt() else { return false }
    requested.store(true, ordering: .relaxed)
    return true
  }
}
