/// Where a replay leaves word of how far it has come, for those who look after its process has ended.
///
/// Two counters in a shared mapping of a file outside the store: a mark costs a memory write, makes no system
/// call that would count as the store's, and survives the end of the process.
package final class ProgressBoard {
  private let counters: SharedCounters

  /// Makes the file, or opens the one that is there.
  package init(path: String) throws(ReplayError) { counters = try SharedCounters(path: path) }

  /// The number of a step, from 1, that is about to begin.
  func began(step: Int) { counters.store(UInt64(step), at: 0) }

  /// The number of a step, from 1, that has returned.
  func acknowledged(step: Int) { counters.store(UInt64(step), at: 1) }

  /// How far the replay that wrote the file had come.
  package var progress: ReplayProgress {
    ReplayProgress(acknowledgedStep: Int(counters.load(at: 1)), begunStep: Int(counters.load(at: 0)))
  }
}
