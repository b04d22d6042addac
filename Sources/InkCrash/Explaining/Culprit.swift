/// The calls without which a state would not have come about.
///
/// A disk that forgets one change forgets all that depend on it. So of what a state lacks only those changes
/// are to blame of which everything that they require was kept; and where the newest write is cut short or
/// spoils its block, that one too. Where only the process ends, this is the call before which it ended. There
/// may be none: a store can be wrong although nothing was forgotten.
package struct Culprit: Hashable, Sendable {
  /// The numbers of the recorded calls, ascending.
  package let calls: [UInt64]

  /// Reads a state's culprit off the plan of its model and profile.
  init(of state: CrashState, in plan: EpochPlan) {
    let window = plan.window(of: state.epoch)
    let kept = window.indices.filter { state.kept[$0] }.map { window[$0] }
    let lost = Set(window).subtracting(kept)
    var calls = Set<UInt64>()
    for operation in lost {
      let isFollower =
        plan.edges.of(operation).contains { lost.contains($0.to) }
        || lost.contains { $0 < plan.edges.barriers[operation] }
      if !isFollower { calls.insert(plan.model.operations[operation].operation) }
    }
    switch state.variant {
    case .none, .fill: break
    case .torn:
      let torn = kept.last { if case .write = plan.model.operations[$0].change { true } else { false } }
      if let torn { calls.insert(plan.model.operations[torn].operation) }
    case .damagedBlock(let operation): calls.insert(plan.model.operations[operation].operation)
    }
    self.calls = calls.sorted()
  }
}

/// Finds the culprits of one model's states under one profile.
package struct CulpritFinder {
  let plan: EpochPlan

  package init(model: CrashModel, profile: CrashProfile) {
    plan = EpochPlan(profile.splitsRename ? model.splittingRenames() : model, profile)
  }

  package func culprit(of state: CrashState) -> Culprit { Culprit(of: state, in: plan) }
}
