internal import InkModel
package import InkReplay
package import InkRun
package import InkTap

/// A replay as the lab needs it: the store before it, and every file call with its bytes.
package struct CrashRecording: Sendable {
  package var base: StoreImage
  package var entries: [RecordedEntry]
}

/// Records replays in child processes.
///
/// The process that is recorded does nothing else, so that its log holds the store's calls alone, and a store
/// that dies is a sentence.
package struct CrashRecorder: Sendable {
  private let launcher: ChildLauncher
  /// A directory that exists and is ours.
  private let place: String

  package init(launcher: ChildLauncher, place: String) {
    self.launcher = launcher
    self.place = place
  }

  /// Builds the base of a case and records the replay of a session, which stands in a file.
  package func record(
    _ runCase: RunCase, session: SessionReference, seed: UInt64
  ) throws(RunError) -> CrashRecording {
    let store = place + "/store"
    let log = place + "/log"
    defer { for path in [store, log, place + "/export"] { StoreCopy.remove(path) } }
    StoreCopy.remove(store)
    try StoreCopy.makeDirectory(store)
    try demand(runCase.task(.buildBase, session: session, seed: seed, in: store))
    let base = try image(of: store)
    var how = ChildTask.Replay(exportPath: place + "/export")
    how.recordingBytes = Self.capacityBytes
    how.recordingPath = log
    try demand(runCase.task(.replay(how), session: session, seed: seed, in: store))
    do throws(RecordingError) {
      return CrashRecording(base: base, entries: try Recording(contentsOf: log).entries())
    } catch {
      throw .child("the recorded file calls can't be read: \(error)")
    }
  }

  private func image(of store: String) throws(RunError) -> StoreImage {
    do { return try StoreImage(directory: store) } catch {
      throw .child("the store can't be read as it is: \(error)")
    }
  }

  private func demand(_ task: ChildTask) throws(RunError) {
    let end = try launcher.run(task)
    guard let failure = ChildFailure(end, round: 0, kind: .crashBase) else {
      guard case .interrupted = end else { return }
      throw .child("interrupted")
    }
    if case .replied(let reply) = end, reply.isDiskFull { throw .diskFull(failure.reason) }
    throw .child(failure.reason)
  }

  /// Some thirty times what an excerpt writes on any store of ours; a store that writes more is told so.
  private static let capacityBytes = 256 << 20
}
