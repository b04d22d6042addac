internal import FoundationEssentials
package import InkReport
internal import InkStorage
internal import InkTap

/// Measures the moments of many stores, one process after another.
///
/// A process takes all moments of one store in turn. Where one goes wrong, the next process begins behind it
/// on a store built anew. One process at a time, since another would be heard on the disk.
package final class MomentRunner {
  private let request: MomentRequest
  private let directory: StoreDirectory
  private let launcher: ChildLauncher
  package private(set) var stores: [MomentsReport.Store] = []
  /// The sentence of a store that found the disk full, which ends everything.
  package private(set) var diskFull: String?

  /// Makes a runner; `directory` is where stores lie meanwhile.
  package init(request: MomentRequest, directory: StoreDirectory, launcher: ChildLauncher) {
    self.request = request
    self.directory = directory
    self.launcher = launcher
  }

  /// Measures everything; `progress` hears what comes next, and `keep` when another store is done.
  package func run(
    progress: (_ done: Int, _ of: Int, _ activity: String) -> Void,
    keep: () throws(RunError) -> Void
  ) throws(RunError) {
    let count = request.cases.count * request.moments.count
    for (number, runCase) in request.cases.enumerated() {
      guard !launcher.interruption.isRequested, diskFull == nil else { return }
      stores.append(
        MomentsReport.Store(
          name: runCase.name, level: runCase.backend.traits.level,
          retainsContent: runCase.backend.traits.retainsContent))
      try measure(runCase) { index in
        let next = index < request.moments.count ? request.moments[index].name : "done"
        progress(number * request.moments.count + index, count, "\(runCase.name.text): \(next)")
      }
      if stores[number].moments.isEmpty { stores.removeLast() }
      try keep()
    }
  }

  private func measure(_ runCase: RunCase, begins: (Int) -> Void) throws(RunError) {
    let place = directory.copy("moments")
    defer { StoreCopy.remove(place) }
    while !launcher.interruption.isRequested, diskFull == nil {
      let done = stores[stores.count - 1].moments.count
      guard done < request.moments.count else { return }
      StoreCopy.remove(place)
      try StoreCopy.makeDirectory(place)
      begins(done)
      let task = MomentTask(
        moments: Array(request.moments[done...]), repetitions: request.repetitions,
        document: request.document, backend: runCase.name.backend, codec: runCase.name.codec,
        durability: runCase.name.durability, place: place)
      let heard = try launcher.measure(task) { begins(done + $0) }
      stores[stores.count - 1].moments += heard.rows
      diskFull = heard.diskFull.map { "\(runCase.name.text): \($0)" }
    }
  }
}
