internal import InkModel
internal import InkReport
internal import InkRun
package import InkTap

/// A replay as the lab needs it: the store before it, and every file call with its bytes.
package struct CrashRecording: Sendable {
  package var base: StoreImage
  package var entries: [RecordedEntry]

  /// Takes what was recorded; temporary names of Foundation become those of `TemporaryNames`.
  package init(base: StoreImage, entries: [RecordedEntry]) {
    var names = TemporaryNames()
    self.base = names.stable(base)
    self.entries = entries.map { names.stable($0) }
  }

  /// Takes the files that a recorder has left.
  init(place: String) throws(RunError) {
    let base: StoreImage
    let entries: [RecordedEntry]
    do throws(StoreImageError) { base = try StoreImage(directory: CrashFiles.base(place)) } catch {
      throw .child("the store can't be read as it is: \(error)")
    }
    do throws(RecordingError) {
      entries = try Recording(contentsOf: CrashFiles.log(place)).entries()
    } catch {
      throw .child("the recorded file calls can't be read: \(error)")
    }
    self.init(base: base, entries: entries)
  }

  /// The changes that a disk keeps or loses by itself.
  func model() throws(RunError) -> CrashModel {
    do throws(CrashModelError) { return try CrashModel(base: base, entries: entries) } catch {
      throw .child(error.description)
    }
  }
}

/// Records replays in child processes.
///
/// The process that is recorded does nothing else, so that its log holds the store's calls alone, and a store
/// that dies is a sentence.
struct CrashRecorder: Sendable {
  let launcher: ChildLauncher
  /// A directory that exists and is ours; what is recorded stays there, by the names of `CrashFiles`.
  let place: String

  /// Builds the base of a case and records the replay of a session, which stands in a file.
  func record(
    _ runCase: RunCase, session: SessionReference, seed: UInt64
  ) throws(RunError) -> CrashRecording {
    let base = CrashFiles.base(place)
    let store = place + "/store"
    defer { for path in [store, place + "/export"] { StoreCopy.remove(path) } }
    try StoreCopy.makeDirectory(base)
    try demand(runCase.task(.buildBase, session: session, seed: seed, in: base))
    try StoreCopy.copyUnsynced(base, to: store)
    var how = ChildTask.Replay(exportPath: place + "/export")
    how.recordingBytes = Self.capacityBytes
    how.recordingPath = CrashFiles.log(place)
    how.repeatsRandomNumbers = true
    try demand(runCase.task(.replay(how), session: session, seed: seed, in: store))
    return try CrashRecording(place: place)
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
  /// No log is longer than its room with its head.
  static let logBytesMax = capacityBytes + Recording.headByteCount
}
