internal import FoundationEssentials
internal import InkTap

/// Starts child processes and hears their answers.
package struct ChildLauncher: Sendable {
  package var executable: String
  package var words: [String]
  package var interruption: Interruption

  package init(executable: String, words: [String], interruption: Interruption) {
    self.executable = executable
    self.words = words
    self.interruption = interruption
  }

  /// Does a task in a fresh process and waits for its end.
  ///
  /// Hash seeds are fixed in every child, so that dictionaries fall the same way each time. A child that
  /// counts allocations runs on jemalloc without thread caches, preloaded; all others keep the system's
  /// allocator.
  /// `whileWaiting` is called some twenty times a second.
  package func run(_ task: ChildTask, whileWaiting: () -> Void = {}) throws(RunError) -> ChildEnd {
    try run(.task(task), whileWaiting: whileWaiting)
  }

  /// The same for any work that has one answer.
  func run(_ work: ChildWork, whileWaiting: () -> Void = {}) throws(RunError) -> ChildEnd {
    var environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
    if work.countsAllocations {
      environment.merge(AllocationCounter.environment ?? [:]) { _, new in new }
    }
    let input: Data
    do { input = try JSONEncoder().encode(work) } catch {
      throw .child("a task can't be written as JSON: \(error)")
    }
    let child = try Platform.spawn(
      executable, words, environment: environment, input: [UInt8](input),
      isInterrupted: {
        whileWaiting()
        return interruption.isRequested
      })
    if child.wasInterrupted { return .interrupted }
    guard child.exitCode == 0 else {
      return .died(exitCode: child.exitCode, signal: child.signal, lastWords: child.lastWords)
    }
    do {
      return .replied(try JSONDecoder().decode(ChildReply.self, from: Data(child.reply)))
    } catch {
      return .died(exitCode: 0, signal: nil, lastWords: "its answer could not be read: \(error)")
    }
  }
}
