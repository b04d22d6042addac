internal import InkModel

/// Goes through the ways in which a store can be found after a crash.
///
/// Method. Epoch by epoch (see `EpochPlan`), sets of pending operations are chosen (see `ClosedSubsets`), and
/// each is shown as it is and in its variants: the newest write cut at every unit of tearing, garbage where
/// nothing was written, and a spoiled block, as far as the profile has them. A variant that shows nothing
/// else than the set as it is, is left out. Every state comes with the digest of what the store would hold,
/// which is worked out without making the store. The same model, profile, bounds and seed visit the same
/// states in the same order.
///
/// The bound on states is shared out: each epoch may use an even share of what those before it have left.
package struct CrashExploration {
  private let plan: EpochPlan
  private let bounds: ExplorationBounds
  private let seed: UInt64

  package init(model: CrashModel, profile: CrashProfile, bounds: ExplorationBounds, seed: UInt64) {
    plan = EpochPlan(profile.splitsRename ? model.splittingRenames() : model, profile)
    self.bounds = bounds
    self.seed = seed
  }

  /// Visits every state, before any are found to be equal; the visitor says whether to go on.
  package func run(_ visit: (CrashState) -> Bool) -> ExplorationCounts { run(plan.epochs.indices, visit) }

  /// The same for the moment after the last operation alone.
  package func runLastEpoch(_ visit: (CrashState) -> Bool) -> ExplorationCounts {
    run(plan.epochs.indices.suffix(1), visit)
  }

  private func run(_ epochs: Range<Int>, _ visit: (CrashState) -> Bool) -> ExplorationCounts {
    var counts = ExplorationCounts()
    var live = LiveStore(plan.model, plan.profile)
    var tree = NameTree(plan.model, plan.profile)
    for epoch in epochs {
      let left = max(bounds.statesMax - counts.generated, 0)
      var visits = EpochVisits(plan, epoch, bounds, share: left / (plan.epochs.count - epoch), &tree, &live)
      visits.run(SplitMix64(seed: seed, keys: UInt64(epoch)), &live, &counts, visit)
      counts.epochs += 1
      if counts.isStopped { break }
    }
    return counts
  }
}

/// The states of one epoch.
private struct EpochVisits {
  private let plan: EpochPlan
  private let epoch: Int
  private let bounds: ExplorationBounds
  private let share: Int
  private let window: EpochWindow
  private var digests: EpochDigests
  private var generated = 0

  init(
    _ plan: EpochPlan, _ epoch: Int, _ bounds: ExplorationBounds, share: Int, _ tree: inout NameTree,
    _ live: inout LiveStore
  ) {
    self.plan = plan
    self.epoch = epoch
    self.bounds = bounds
    self.share = share
    window = EpochWindow(plan, epoch: epoch, windowMax: bounds.windowMax)
    digests = EpochDigests(&tree, &live, window, limit: plan.epochs[epoch].limit, plan.profile)
  }

  mutating func run(
    _ random: SplitMix64, _ live: inout LiveStore, _ counts: inout ExplorationCounts,
    _ visit: (CrashState) -> Bool
  ) {
    var subsets = ClosedSubsets(window, bounds, random)
    var isStopped = false
    var isCut = false
    func offer(_ kept: PendingSet, showingAllDamage: Bool) -> Bool {
      for state in states(with: kept, showingAllDamage: showingAllDamage, &live) {
        guard generated < share else {
          isCut = true
          return false
        }
        generated += 1
        guard visit(state) else {
          isStopped = true
          return false
        }
      }
      return true
    }
    if window.firstFree > 0 || plan.pendingCount(of: epoch) > window.count { counts.windowedEpochs += 1 }
    if let sets = subsets.exhaustive() {
      for set in sets where !offer(set, showingAllDamage: true) { break }
      if isCut { counts.sampledEpochs += 1 } else { counts.exhaustiveEpochs += 1 }
    } else {
      _ = subsets.chosen { offer($0, showingAllDamage: false) }
      counts.sampledEpochs += 1
    }
    counts.generated += generated
    counts.isCutByBudget = counts.isCutByBudget || isCut
    counts.isStopped = isStopped
  }

  /// A set as it is, and its variants.
  private mutating func states(
    with kept: PendingSet, showingAllDamage: Bool, _ live: inout LiveStore
  ) -> [CrashState] {
    let profile = plan.profile
    let digest = digests.digest(of: kept, &live)
    var states: [CrashState] = []
    var isExposed = false
    if profile.unwrittenBytes.contains(.garbage), !window.freshWrites.subtracting(kept).isEmpty {
      let spoiled = digests.digestWithGarbage()
      isExposed = spoiled != digest
      if isExposed { states.append(state(kept, .fill(.garbage), spoiled)) }
    }
    if !isExposed || profile.unwrittenBytes.contains(.zeros) {
      states.insert(state(kept, .none, digest), at: 0)
    }
    appendTorn(kept, digest, to: &states)
    if profile.damagesWholeBlock { appendDamaged(kept, digest, all: showingAllDamage, to: &states) }
    return states
  }

  /// The newest write, cut at every unit, if nothing that is kept required the whole of it.
  private mutating func appendTorn(_ kept: PendingSet, _ digest: StateDigest, to states: inout [CrashState]) {
    guard let place = kept.intersection(window.writes).last else { return }
    var others = kept.intersection(window.dependents[place])
    others[place] = false
    guard others.isEmpty, place >= window.firstFree else { return }
    guard case .write(let inode, let offset, let bytes, _) = change(at: place) else { return }
    let unit = plan.profile.tornUnitBytes
    var cut = (offset / unit + 1) * unit
    while cut < offset + bytes.count {
      let torn = digests.digest(.torn(place: place, bytes: cut - offset), of: inode)
      if torn != digest { states.append(state(kept, .torn(bytes: cut - offset), torn)) }
      cut += unit
    }
  }

  /// The block around a write that was under way: one that is not kept, and could be.
  private mutating func appendDamaged(
    _ kept: PendingSet, _ digest: StateDigest, all: Bool, to states: inout [CrashState]
  ) {
    for place in window.writes.subtracting(kept).members {
      var required = window.requires[place]
      required[place] = false
      guard required.isSubset(of: kept) else { continue }
      guard case .write(let inode, let offset, _, _) = change(at: place) else { continue }
      let damaged = digests.digest(.damaged(number: offset / ContentDigest.blockBytes), of: inode)
      if damaged != digest {
        states.append(state(kept, .damagedBlock(operation: window.operations[place]), damaged))
      }
      if !all { return }
    }
  }

  private func change(at place: Int) -> MicroOperation.Change {
    plan.model.operations[window.operations[place]].change
  }

  private func state(
    _ kept: PendingSet, _ variant: CrashState.Variant, _ digest: StateDigest
  ) -> CrashState {
    CrashState(
      epoch: epoch, kept: kept, variant: variant, digest: digest, progress: plan.epochs[epoch].progress)
  }
}
