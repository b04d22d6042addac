internal import InkModel
internal import InkReplay

/// How saves of one session move with the policy: the same events, planned anew under each.
struct PolicyTable: Codable {
  /// One policy and what it leads to.
  struct Row: Codable {
    var policy: String
    var saves: Int
    var strokesPerSave: Double
    /// The longest time from a change to its save.
    var lossWindowSeconds: Double
  }

  var rows: [Row]

  /// Plans a session under its own policy and under all others.
  init(_ session: Session, progress: (Double) -> Void) {
    rows = []
    let policies = [session.policy] + Self.policies.filter { $0 != session.policy }
    for (index, policy) in policies.enumerated() {
      progress(Double(index) / Double(policies.count))
      var copy = session
      copy.policy = policy
      let plan = ReplayPlan(copy)
      rows.append(
        Row(
          policy: policy.summary + (index == 0 ? " (its own)" : ""), saves: plan.saveCount,
          strokesPerSave: Double(plan.savedStrokeCount) / Double(max(1, plan.saveCount)),
          lossWindowSeconds: Double(plan.lossWindowMilliseconds) / 1_000))
    }
  }

  private static let delays: [UInt32] = [250, 500, 1_000, 2_000, 5_000]
  /// As apps bound the wait of a change, if they do.
  private static let maxWait: UInt32 = 10_000

  /// Every trigger with every delay, with and without a longest wait.
  private static let policies: [SavePolicy] =
    [SavePolicy(trigger: .perStroke, delayMilliseconds: 0)]
    + [SavePolicy.Trigger.debounce, .idle].flatMap { trigger in
      [nil, maxWait].flatMap { wait in
        delays.map { SavePolicy(trigger: trigger, delayMilliseconds: $0, maxWaitMilliseconds: wait) }
      }
    } + delays.map { SavePolicy(trigger: .periodic, delayMilliseconds: $0) }
}
