/// How far a replay had come when it ended.
package struct ReplayProgress: Codable, Hashable, Sendable {
  /// The last step, from 1, whose call had returned; 0 for none.
  package var acknowledgedStep: Int
  /// The last step, from 1, that had begun.
  package var begunStep: Int

  package init(acknowledgedStep: Int, begunStep: Int) {
    self.acknowledgedStep = acknowledgedStep
    self.begunStep = begunStep
  }

  /// The progress of a replay that carried out its whole plan.
  package static func complete(_ plan: ReplayPlan) -> ReplayProgress {
    ReplayProgress(acknowledgedStep: plan.steps.count, begunStep: plan.steps.count)
  }
}
