internal import InkReport

/// Makes states into stores.
///
/// It applies what is kept in program order, one operation after the other, and knows nothing of how states
/// were found or digested. One value serves many states: it remembers the store before the first operation of
/// an epoch's window, so that states of one epoch are cheapest one behind the other.
package struct CrashImages {
  private let plan: EpochPlan
  private let model: CrashModel
  private var prepared: Prepared?

  private struct Prepared {
    var epoch: Int
    var window: [Int]
    var tree: StoreTree
  }

  /// Prepares for the states of one model under one profile.
  package init(model: CrashModel, profile: CrashProfile) {
    self.model = profile.splitsRename ? model.splittingRenames() : model
    plan = EpochPlan(self.model, profile)
  }

  /// Whether a state from elsewhere can be one of this model and profile.
  ///
  /// Its progress is that of its epoch, since a verdict depends on it and the digest doesn't; and it keeps
  /// and tears nothing that was not pending.
  package func has(_ state: CrashState) -> Bool {
    guard plan.epochs.indices.contains(state.epoch), plan.epochs[state.epoch].progress == state.progress
    else { return false }
    let window = plan.window(of: state.epoch)
    guard state.kept.isSubset(of: PendingSet(first: window.count)) else { return false }
    switch state.variant {
    case .none, .fill: return true
    case .damagedBlock(let operation): return model.writtenBytes(by: operation) != nil
    case .torn(let bytes):
      let counts = window.indices.compactMap { state.kept[$0] ? model.writtenBytes(by: window[$0]) : nil }
      return bytes < counts.last ?? 0
    }
  }

  /// The store as it is found in a state, which must be one of this model and profile.
  package mutating func image(of state: CrashState) -> StoreImage {
    if prepared?.epoch != state.epoch { prepare(state.epoch) }
    guard let prepared else { preconditionFailure("an epoch was just prepared") }
    var tree = prepared.tree
    let limit = plan.epochs[state.epoch].limit
    let kept = KeptOperations(state, prepared.window, plan)
    for operation in (prepared.window.first ?? limit)..<limit
    where model.isConsidered(operation, by: plan.profile) {
      tree.apply(model.operations[operation], as: kept.fate(of: operation))
    }
    if let damaged = kept.damaged { tree.damageBlock(of: model.operations[damaged]) }
    return tree.image(droppingSharedMemory: plan.profile.crash != .process)
  }

  /// Applies everything before the epoch's window.
  private mutating func prepare(_ epoch: Int) {
    let window = plan.window(of: epoch)
    var tree = StoreTree(model, growsWithWrites: plan.profile.crash == .process)
    for operation in 0..<(window.first ?? plan.epochs[epoch].limit)
    where model.isConsidered(operation, by: plan.profile) {
      tree.apply(model.operations[operation], as: .kept)
    }
    prepared = Prepared(epoch: epoch, window: window, tree: tree)
  }
}

extension CrashModel {
  /// How many bytes an operation writes; nil if it is none or no write.
  fileprivate func writtenBytes(by operation: Int) -> Int? {
    guard operations.indices.contains(operation),
      case .write(_, _, let bytes, _) = operations[operation].change
    else { return nil }
    return bytes.count
  }

  /// The store as it is found in a state that was made from this model under that profile.
  ///
  /// For one state; `CrashImages` serves many.
  package func image(of state: CrashState, under profile: CrashProfile) -> StoreImage {
    var images = CrashImages(model: self, profile: profile)
    return images.image(of: state)
  }
}

/// What has become of each operation in a state.
struct KeptOperations {
  enum Fate: Hashable {
    case kept, forgotten
    /// A write of which only the first bytes are there.
    case torn(Int)
    /// A write past the end whose bytes read as garbage.
    case garbage
  }

  private let forgotten: Set<Int>
  private let last: (operation: Int, fate: Fate)?
  private let fillsWithGarbage: Bool
  /// The write whose block is garbage.
  let damaged: Int?

  init(_ state: CrashState, _ window: [Int], _ plan: EpochPlan) {
    forgotten = Set(window.indices.lazy.filter { !state.kept[$0] }.map { window[$0] })
    fillsWithGarbage = state.variant == .fill(.garbage)
    if case .damagedBlock(let operation) = state.variant { damaged = operation } else { damaged = nil }
    let newest = window.indices.last { index in
      guard state.kept[index], case .write = plan.model.operations[window[index]].change else { return false }
      return true
    }
    if let newest, case .torn(let count) = state.variant {
      last = (window[newest], .torn(count))
    } else {
      last = nil
    }
  }

  func fate(of operation: Int) -> Fate {
    if let last, last.operation == operation { return last.fate }
    guard forgotten.contains(operation) else { return .kept }
    return fillsWithGarbage ? .garbage : .forgotten
  }
}
