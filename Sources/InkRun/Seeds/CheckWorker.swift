internal import InkModel
internal import InkStorage
internal import InkTap

/// Checks many sessions in this process, and says of each how it went as soon as it is done.
struct CheckWorker {
  private let task: CheckTask
  private let backend: any StorageBackend.Type
  private let codec: any PageCodec

  init(task: CheckTask, backends: [any StorageBackend.Type], codecs: [any PageCodec]) throws(RunError) {
    self.task = task
    (backend, codec) = try Registered.pick(task.backend, task.codec, from: backends, codecs)
  }

  /// Checks every session; ends early only where nobody listens any more.
  func work() {
    Tap.watch(directory: task.place, roles: backend.traits.fileRoles)
    // Only processes could end here, and nothing is timed: what the kernel holds is as good as the disk.
    Tap.leaveOutSyncs()
    for index in 0..<task.sessions.count {
      let line = check(index)
      guard ChildProtocol.say(line) else { return }
      if line.isDiskFull || task.stopsAt != nil && line.finding?.kind == task.stopsAt { return }
    }
  }

  private func check(_ index: Int) -> CheckLine {
    var line = CheckLine(index: index)
    let place = "\(task.place)/session"
    defer { StoreCopy.remove(place) }
    do throws(RunError) {
      let session = try task.sessions.session(index)
      do throws(SessionFault) { try session.validate() } catch {
        throw .input("the session can't be replayed: \(error)")
      }
      if let event = session.firstForgottenAsset() {
        throw .input(
          "event \(event) shows an image whose asset no page named when the document was closed before, so that "
            + "no store need still have it; leave out the closing or bring the asset again")
      }
      try StoreCopy.makeDirectory(place + "/store")
      let environment = StoreEnvironment(
        directory: place + "/store", durability: task.durability, codec: codec, seed: session.seed)
      let check = ContentCheck(session: session, backend: backend, environment: environment, place: place)
      line.finding = try check.run()
    } catch {
      line.failure = error.description
      line.isDiskFull = error.isDiskFull
    }
    return line
  }
}
