internal import InkModel
package import InkRun
internal import InkStorage
package import InkTap

/// Holds the model of a case against real processes that end.
///
/// Method. The recorded replay is repeated in a child process that ends itself, by a signal that no handler
/// sees, at one of its file calls: before the call is carried out, or with the first half of a write. The
/// store that it leaves is read, and must be the one that the model predicts under `process-crash`. It tests
/// the recording, the taking apart of calls, the epochs, and the making of states, all at once: what the
/// kernel did with the calls is not asked of the model. A case that disagrees has no verdicts, for they would
/// be about another store. What a power cut forgets no process can show; that part rests on the calibration
/// of the profiles.
package struct EndedProcesses: Sendable {
  private let runCase: RunCase
  private let session: SessionReference
  private let seed: UInt64
  private let launcher: ChildLauncher
  private let place: String

  /// Prepares for one case; `place` is where it was recorded, with the base as it was before.
  package init(
    _ runCase: RunCase, session: SessionReference, seed: UInt64, place: String, launcher: ChildLauncher
  ) {
    self.runCase = runCase
    self.session = session
    self.seed = seed
    self.place = place
    self.launcher = launcher
  }

  /// Where processes can be ended: at each changing call, and in the middle of each write of two bytes and
  /// more.
  package static func points(in entries: [RecordedEntry]) -> [CrashPoint] {
    entries.flatMap { entry -> [CrashPoint] in
      guard case .operation(let call) = entry, call.number > 0 else { return [] }
      let before = CrashPoint(operation: call.number, isWriteCut: false)
      guard call.kind == .write, call.size >= 2 else { return [before] }
      return [before, CrashPoint(operation: call.number, isWriteCut: true)]
    }
  }

  /// Some of the points, evenly over all of them.
  package static func spread(_ points: [CrashPoint], count: Int) -> [CrashPoint] {
    let chosen = min(count, points.count)
    return (0..<chosen).map { points[(2 * $0 + 1) * points.count / (2 * chosen)] }
  }

  /// Ends a process at each of some points; throws `disagreement` where it leaves another store than the
  /// model says.
  package func check(_ points: [CrashPoint], against recording: CrashRecording) throws(RunError) {
    let model = try recording.model()
    let text = CallText(recording.entries)
    let roles = runCase.backend.traits.fileRoles
    var images = CrashImages(model: model, profile: .processCrash)
    for point in points {
      let predicted = images.image(of: model.state(endingAt: point)).comparable(roles)
      let left = try store(endedAt: point).comparable(roles)
      guard left.digest != predicted.digest else { continue }
      let moment = point.isWriteCut ? "in the middle of" : "before"
      throw .child(
        "a process that was ended \(moment) \(text.sentence(of: point.operation)) left another store than the "
          + "model says (\(left.difference(from: predicted) ?? "")), so that nothing the model says of it counts"
      )
    }
  }

  /// The store that a process leaves that ends at a point.
  private func store(endedAt point: CrashPoint) throws(RunError) -> StoreImage {
    // The path of the recording, so that a store that writes down where it lies writes the same.
    let store = place + "/store"
    let export = place + "/export"
    defer { for path in [store, export] { StoreCopy.remove(path) } }
    try StoreCopy.copyUnsynced(CrashFiles.base(place), to: store)
    var how = ChildTask.Replay(exportPath: export)
    how.crash = point
    how.repeatsRandomNumbers = true
    let end = try launcher.run(runCase.task(.replay(how), session: session, seed: seed, in: store))
    switch end {
    case .died where end.wasKilled: break
    case .died: throw .child("a process that was to be ended died by itself: \(end.death ?? "")")
    case .interrupted: throw .child("interrupted")
    case .replied(let reply):
      if reply.isDiskFull { throw .diskFull(reply.failure ?? "") }
      throw .child(
        "the store makes fewer file calls when it is replayed again: call \(point.operation) was never reached"
      )
    }
    do throws(StoreImageError) { return try StoreImage(directory: store) } catch {
      throw .child("the store that an ended process left can't be read: \(error)")
    }
  }
}
