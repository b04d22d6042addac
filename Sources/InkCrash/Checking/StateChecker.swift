package import InkModel
package import InkReplay
internal import InkReport
package import InkStorage
internal import InkTap

/// Observes the states in which a crash may leave a store, one after another.
///
/// Method. Each state is written into an empty directory, in memory where the system has such a place. The
/// backend's own recovery opens it in this process, everything is compared with every saved version, and the
/// document is closed and opened again, which must show the same. Then the store is removed.
package struct StateChecker {
  /// What is judged: its versions, and which of them a step left.
  package var history: DocumentHistory { observer.history }
  let place: StatePlace
  private let roles: [FileRolePattern]
  var observer: Observer
  /// Whether the process's tap sees what happens in the place.
  private var isWatching = false
  private var look: FileLook

  /// Makes a checker of states that replays of a plan left.
  ///
  /// The environment is taken over but for its directory. Without a place, which must be a directory that
  /// exists, states lie in memory, or beside the environment's directory where there is no such memory.
  package init(
    session: Session, plan: ReplayPlan, backend: any StorageBackend.Type, environment: StoreEnvironment,
    place: String? = nil
  ) throws(ReplayError) {
    self.place =
      if let place { try StatePlace(in: place) } else { try StatePlace(beside: environment.directory) }
    roles = backend.traits.fileRoles
    look = FileLook(roles)
    var environment = environment
    environment.directory = self.place.storeDirectory
    observer = Observer(session: session, plan: plan, backend: backend, environment: environment)
    observer.keepsPagesOpen = true
  }

  /// Has the process's tap watch the place, and leave out syncs, which keep nothing here.
  ///
  /// For a process that does nothing else: there is one tap. It then knows the store's files by their names,
  /// where it would otherwise ask the system for the name of each.
  package mutating func watch() {
    Tap.watch(directory: place.storeDirectory, roles: roles)
    Tap.leaveOutSyncs()
    Tap.leaveOutTimes()
    isWatching = true
  }

  /// Puts a state on disk, has it recovered twice, and says what it shows.
  ///
  /// Throws where the harness itself fails or the disk is full, which says nothing of the store.
  ///
  /// `afterWriting` says that the observer's stroke was saved to it and acknowledged.
  package mutating func observe(
    _ image: StoreImage, afterWriting: Bool = false
  ) throws(ReplayError) -> Observation {
    do {
      try place.put(image)
      let place = place
      let before = isWatching ? ChangingCalls.now() : nil
      var observation = try observer.observe([.close, .leave], afterWriting: afterWriting) {
        $0.recoveryChangesFiles = before.map {
          ChangingCalls.now().haveChanged(since: $0) { place.isReshaped(from: image) }
        }
        return true
      }
      let (orphanCount, shape) = look.look(at: image)
      observation.orphanFiles = orphanCount
      observation.shape.formUnion(shape)
      observation.forgetPlace(place.storeDirectory)
      try place.clear(of: image)
      return observation
    } catch {
      try? place.clear(of: image)
      throw error
    }
  }
}
