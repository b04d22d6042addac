package import InkModel

/// Everything that a replay of a session does to a store, in order.
///
/// A plan follows from the session and its save policy alone. Backends, disks and clocks have no part in it,
/// so every case replays the same plan, and whoever judges a store can make it again.
package struct ReplayPlan: Sendable {
  package var steps: [Step]
  /// Over all saves, the longest time from the end of a change to the intended start of its save.
  package var lossWindowMilliseconds: UInt64
  /// How many strokes the writer drew that a save kept.
  package var savedStrokeCount: Int

  /// How many saves the plan has.
  package var saveCount: Int {
    steps.count { if case .save = $0.action { true } else { false } }
  }

  /// The intended start of the last step.
  package var lengthMilliseconds: UInt64 { steps.last?.startMilliseconds ?? 0 }

  /// Plans the replay of a session under its own save policy.
  package init(_ session: borrowing Session) {
    var planner = Planner(policy: session.policy)
    for (index, event) in session.events.enumerated() { planner.take(event, index: index) }
    planner.finish()
    steps = planner.steps
    lossWindowMilliseconds = planner.lossWindowMilliseconds
    savedStrokeCount = planner.savedStrokeCount
  }
}
