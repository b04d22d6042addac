internal import InkModel

/// Moves a store to another backend or codec, and lets the new store take the old one's place when it has
/// proved to be as good.
///
/// 1. What an interrupted migration left is cleared up, and the store is locked until the end.
/// 2. Everything in the old store is read and noted: damage ends the migration before anything is written.
/// 3. Each document is copied to a new store beside the old one, page by page.
/// 4. The new store is opened afresh, all of it is read, and counts and digests are compared with the notes.
/// 5. A copy of it is tried out: recovery, background, the bound of its log.
/// 6. It is forced to the disk, the two directories exchange their names, and the old store is removed or
///    moved to where it is wanted.
///
/// Until the exchange the old store lies in its place with its content unchanged, whatever happens. A failure
/// removes what was made; the end of the process leaves it for the next migration to remove.
package struct Migration {
  let request: MigrationRequest
  let watch: MigrationWatch
  /// The seam for tests of verification: writes the new store.
  var copy: (StoreCopying, StoreInventory) throws(MigrationError) -> Void = { try $0.copy($1) }

  package init(_ request: MigrationRequest, _ watch: MigrationWatch = MigrationWatch()) {
    self.request = request
    self.watch = watch
  }

  package func run() throws(MigrationError) -> MigrationOutcome {
    let store = try resolvedStore()
    let leftovers = try request.isDryRun ? nil : MigrationLeftovers.resolve(of: store)
    let source = try MigrationSource(request, at: store)
    let target = try MigrationTarget(request, source)
    var outcome = MigrationOutcome(
      result: .nothingToDo, store: store, from: source.form, to: target.form, durability: target.durability,
      inventory: StoreInventory(), bytesBefore: source.byteCount, leftovers: leftovers)
    try refuseKeepOld(store, source)
    if !target.isReached { try refuse(store, source) }
    // Where there is nothing to do, too: a store that can't be read is not said to be where it should be.
    outcome.inventory = try StoreSurvey(
      access: source.access, watch: watch, step: .reading, reduce: target.reduce
    ).read(source.documents)
    outcome.remainders = try StoreRemainders.find(in: source.access, source.kind, outcome.inventory)
    guard !target.isReached else { return outcome }
    try outcome.remainders.refuseTails(request)
    let needed = target.neededBytes(for: outcome.inventory)
    outcome.result = .planned(
      neededBytes: needed, freeBytes: SystemCalls.freeBytes(at: parentDirectory(of: store)))
    guard !request.isDryRun else { return outcome }
    guard outcome.fits else {
      throw MigrationError(
        .disk,
        "the disk of '\(store)' has too little room: \(needed) bytes are needed for the new store and a copy "
          + "of it; free some space and try again")
    }
    try migrate(source, target, &outcome)
    return outcome
  }

  /// The store's path without links; that of a store which is missing, whose leftovers may bring it back.
  private func resolvedStore() throws(MigrationError) -> String {
    if let path = SystemCalls.resolved(request.store) { return path }
    let name = request.store.split(separator: "/").last ?? ""
    guard let parent = SystemCalls.resolved(parentDirectory(of: request.store)),
      SystemCalls.exists(parent + "/" + name + MigrationPlace.suffix)
    else { throw MigrationError(.unreadable, "there is no store at '\(request.store)'") }
    return parent + "/" + name
  }

  /// Refuses what would fail in the end only.
  private func refuse(_ store: String, _ source: MigrationSource) throws(MigrationError) {
    try source.refuseForeignFiles(request)
    let parent = parentDirectory(of: store)
    guard case .directory(let above) = SystemCalls.place(parent), above.device == source.identity.device
    else {
      throw MigrationError(
        .refused, "'\(store)' is where a file system begins, and can't be replaced; migrate a directory in it"
      )
    }
  }

  /// Refuses a place for the old store to which it could not go.
  private func refuseKeepOld(_ store: String, _ source: MigrationSource) throws(MigrationError) {
    guard let keepOld = request.keepOld else { return }
    guard SystemCalls.place(keepOld) == .nothing else {
      throw MigrationError(
        .refused, "'\(keepOld)' exists already; name a path for the old store that does not")
    }
    guard let parent = SystemCalls.resolved(parentDirectory(of: keepOld)),
      case .directory(let target) = SystemCalls.place(parent)
    else {
      throw MigrationError(
        .refused, "there is no directory that could hold '\(keepOld)'; make it first, or name another path")
    }
    let path = parent + keepOld[(keepOld.lastIndex(of: "/") ?? keepOld.startIndex)...]
    guard ![store, store + MigrationPlace.suffix].contains(where: { (path + "/").hasPrefix($0 + "/") }) else {
      throw MigrationError(
        .refused, "'\(keepOld)' is in the store or where it is migrated; name a path outside of both")
    }
    guard target.device == source.identity.device else {
      throw MigrationError(
        .refused,
        "'\(keepOld)' is not in a directory on the store's file system, so the old store can't go there")
    }
  }
}

// MARK: - The work

extension Migration {
  private func migrate(
    _ source: MigrationSource, _ target: MigrationTarget, _ outcome: inout MigrationOutcome
  ) throws(MigrationError) {
    let place = try MigrationError.wrapping { () throws(StorageError) in
      try MigrationPlace(
        store: outcome.store,
        MigrationNote(oldStore: source.identity.number, keepOld: request.keepOld))
    }
    let new: StoreHold
    let trials: TrialOutcome
    do throws(MigrationError) {
      new = try hold(place, target)
      let access = target.access(in: place.new, new)
      try copy(StoreCopying(source: source.access, target: access, watch: watch), outcome.inventory)
      outcome.lostTimes = try verify(access, outcome.inventory)
      trials = try tryOut(access, place, target, outcome.inventory)
      try MigrationError.wrapping { () throws(StorageError) in
        try StoreTree.limitModes(of: place.new, to: place.store)
        try StoreTree.sync(place.new)
        try SystemCalls.setMode(source.mode, of: place.new)
      }
      try watch.check(.swapping, 0)
    } catch {
      throw place.abandoned(after: error)
    }
    let oldStore = try swap(place)
    outcome.result = .migrated(
      bytesAfter: (try? StoreTree.byteCount(of: place.store)) ?? 0, trials: trials, oldStore: oldStore)
    withExtendedLifetime((source.hold, new)) {}
  }

  private func hold(_ place: MigrationPlace, _ target: MigrationTarget) throws(MigrationError) -> StoreHold {
    try MigrationError.wrapping { () throws(StorageError) in
      _ = try SystemCalls.makeDirectory(place.new)
      return try StoreHold(place.new, of: target.type)
    }
  }

  /// Reads the new store with a fresh backend and compares it; returns how many documents lost their time.
  private func verify(_ access: StoreAccess, _ wanted: StoreInventory) throws(MigrationError) -> Int {
    let found: StoreInventory
    do throws(MigrationError) {
      found = try StoreSurvey(access: access, watch: watch, step: .verifying).read(
        wanted.documents.map(\.info.id))
    } catch {
      guard error.kind == .damaged else { throw error }
      throw MigrationError(.notEqual, "the new store can't be read back: \(error)")
    }
    if let difference = found.firstDifference(from: wanted) {
      throw MigrationError(.notEqual, "the new store is not the same: \(difference)")
    }
    return zip(found.documents, wanted.documents).count { $0.modifiedMilliseconds != $1.modifiedMilliseconds }
  }

  private func tryOut(
    _ access: StoreAccess, _ place: MigrationPlace, _ target: MigrationTarget, _ inventory: StoreInventory
  ) throws(MigrationError) -> TrialOutcome {
    try MigrationError.wrapping { () throws(StorageError) in
      try StoreTree.copy(place.new, to: place.trial)
    }
    let outcome = try MigrationTrials(
      access: access.moved(to: place.trial), watch: watch, reduce: target.reduce
    ).run(inventory)
    try MigrationError.wrapping { () throws(StorageError) in try StoreTree.remove(place.trial) }
    return outcome
  }

  /// Swaps the stores and returns where the old one is; from here on nothing is asked and nothing undone.
  private func swap(_ place: MigrationPlace) throws(MigrationError) -> String {
    let old = try StoreSwap.swap(place, request.swapMethod)
    do throws(MigrationError) {
      let whereabouts = try StoreSwap.retire(old, in: place.root, keepingAt: request.keepOld)
      try MigrationError.wrapping { () throws(StorageError) in try MigrationPlace.removeNote(place.root) }
      return whereabouts
    } catch {
      // The migration has succeeded. What stays is named, and the next migration will see to it.
      return "left in '\(place.root)': \(error)"
    }
  }
}
