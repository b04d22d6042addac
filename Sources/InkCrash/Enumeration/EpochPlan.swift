internal import InkReplay
internal import InkReport
internal import InkTap

/// The moments at which a crash is looked at, and what was forced by then.
///
/// Method. Without a sync, whatever can be found after one operation can also be found after the next, with
/// that one forgotten. So it is enough to crash before each sync that forces something, before each
/// acknowledgement (which changes what is owed, not what is there), and at the end. A sync forces what its
/// scope says and all that this requires; a sync that failed forces nothing, and the bytes of its file or the
/// names of its directory are doomed: the system believes them written, and no later sync forces them.
///
/// Where a process ends, everything before the epoch is there, and epochs are kept to as many operations as a
/// set can hold.
struct EpochPlan {
  struct Epoch: Hashable {
    /// How many operations had been carried out.
    var limit: Int
    var progress: ReplayProgress
  }

  let model: CrashModel
  let profile: CrashProfile
  let edges: Edges
  private(set) var epochs: [Epoch] = []
  /// The first epoch in which an operation is forced; `.max` for one that never is.
  private(set) var forcedFrom: [Int]
  private(set) var doomedFrom: [Int]

  /// Operations so far that no sync has forced.
  private var pending: [Int] = []
  private var progress = ReplayProgress(acknowledgedStep: 0, begunStep: 0)
  /// Whether something was forced since the last epoch ended.
  private var hasForced = false

  init(_ model: CrashModel, _ profile: CrashProfile) {
    self.model = model
    self.profile = profile
    edges = Edges(model, profile)
    forcedFrom = [Int](repeating: .max, count: model.operations.count)
    doomedFrom = forcedFrom
    var next = 0
    for event in model.events {
      advance(from: next, to: event.at)
      next = event.at
      take(event)
    }
    advance(from: next, to: model.operations.count)
    close(at: model.operations.count)
  }

  /// The newest operations that were pending in an epoch, as many as a set holds; the oldest first.
  func window(of number: Int) -> [Int] {
    var window: [Int] = []
    var operation = epochs[number].limit - 1
    while operation >= 0, window.count < PendingSet.capacity {
      if isPending(operation, in: number) { window.append(operation) }
      operation -= 1
    }
    return window.reversed()
  }

  /// How many operations were pending in an epoch.
  func pendingCount(of number: Int) -> Int {
    (0..<epochs[number].limit).count { isPending($0, in: number) }
  }

  func isPending(_ operation: Int, in epoch: Int) -> Bool {
    forcedFrom[operation] > epoch && model.isConsidered(operation, by: profile)
  }

  func isDoomed(_ operation: Int, in epoch: Int) -> Bool { doomedFrom[operation] <= epoch }

  // MARK: Going through the log

  private mutating func advance(from first: Int, to end: Int) {
    for operation in first..<end where model.isConsidered(operation, by: profile) {
      pending.append(operation)
      if profile.crash == .process, pending.count == PendingSet.capacity { close(at: operation + 1) }
    }
  }

  private mutating func take(_ event: CrashModel.Event) {
    switch event.kind {
    case .mark(let mark) where mark.kind == .begun: progress.begunStep = mark.step
    case .mark(let mark) where mark.kind == .acknowledged:
      close(at: event.at)
      progress.acknowledgedStep = mark.step
    case .mark: break
    case .sync(let inode) where profile.crash != .process: sync(inode, at: event.at)
    case .failedSync(let inode) where profile.crash != .process:
      for operation in pending where model.operations[operation].isAsked(bySyncOf: inode) {
        doomedFrom[operation] = min(doomedFrom[operation], epochs.count)
      }
    case .sync, .failedSync: break
    }
  }

  private mutating func close(at limit: Int) {
    let epoch = Epoch(limit: limit, progress: progress)
    if epochs.last != epoch || hasForced { epochs.append(epoch) }
    hasForced = false
    guard profile.crash == .process else { return }
    for operation in pending { forcedFrom[operation] = epochs.count }
    pending.removeAll()
  }

  private mutating func sync(_ inode: Int?, at limit: Int) {
    let forced = closure(of: pending.filter { isForced($0, bySyncOf: inode) })
    guard !forced.isEmpty else { return }
    close(at: limit)
    for operation in forced { forcedFrom[operation] = epochs.count }
    pending.removeAll { forcedFrom[$0] != .max }
    hasForced = true
  }

  /// E4, before what is required by what is forced.
  private func isForced(_ operation: Int, bySyncOf inode: Int?) -> Bool {
    guard doomedFrom[operation] == .max else { return false }
    let change = model.operations[operation]
    guard let inode else { return profile.syncScope != .nothing && profile.syncScope != .barrier }
    let isOwn = change.isName ? change.touches(directory: inode) : change.inode == inode
    return switch profile.syncScope {
    case .nothing, .barrier: false
    case .own: isOwn
    case .ownAndNames: isOwn || change.inode == inode
    case .journal: isOwn || ((change.isName || change.isShrink) && operation <= lastChange(of: inode))
    case .everythingBefore: true
    }
  }

  /// The newest pending change of a file or directory that is no bytes, which a journal would have to commit.
  ///
  /// What came later is not committed with it for sure: the system may have committed that change by itself
  /// since, and then a sync has nothing left to commit. Nothing for a file without such a change.
  private func lastChange(of inode: Int) -> Int {
    let last = pending.last { operation in
      let change = model.operations[operation]
      if case .write = change.change { return false }
      return change.inode == inode || change.touches(directory: inode)
    }
    return last ?? -1
  }

  /// Pending operations, and all pending ones that they require.
  private func closure(of operations: [Int]) -> [Int] {
    var closure = Set(operations)
    var waiting = operations
    while let operation = waiting.popLast() {
      var required = edges.of(operation).filter { !$0.awaitsData || doomedFrom[$0.to] == .max }.map(\.to)
      if edges.barriers[operation] > 0 { required += pending.filter { $0 < edges.barriers[operation] } }
      for other in required where forcedFrom[other] == .max && closure.insert(other).inserted {
        waiting.append(other)
      }
    }
    return closure.sorted()
  }
}

extension MicroOperation {
  /// Whether a sync is for the bytes of a write, or for a change of names; lengths are the journal's.
  fileprivate func isAsked(bySyncOf inode: Int?) -> Bool {
    if case .size = change { return false }
    return inode.map { isName ? touches(directory: $0) : self.inode == $0 } ?? true
  }
}
