internal import Dispatch
internal import Synchronization

/// Whether the user has asked the run to stop, by Ctrl-C, a termination signal or a closed terminal.
///
/// The signals are blocked, and a thread waits for them, so nothing is handled between two instructions. The
/// first one asks the run to stop; what any of them does beyond that is for the command line to say.
package final class Interruption: Sendable {
  private let requested = Atomic<Bool>(false)

  /// Takes the signals over from here on, for threads made later as well; `hear` is called at each, with its
  /// number from 1, on a thread that does nothing else.
  package init(hear: @escaping @Sendable (_ number: Int) -> Void = { _ in }) {
    Platform.blockInterrupts()
    DispatchQueue(label: "signals").async { [weak self] in
      var number = 0
      while true {
        let signal = Platform.awaitInterrupt()
        // Whoever made this has gone on to something else, and somebody else may wait.
        guard self?.request() != nil else { return Platform.passOn(signal) }
        number += 1
        hear(number)
      }
    }
  }

  private func request() { requested.store(true, ordering: .relaxed) }

  package var isRequested: Bool { requested.load(ordering: .relaxed) }
}
