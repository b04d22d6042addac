import InkModel
import InkReplay
import InkSimulation
import Testing

/// Strokes per save follow from the pen's strokes, the writer's pauses and the app's timer together, so they
/// hold all three against one published number each.
@Suite("Strokes per save of a copying writer") struct StrokesPerSaveTests {
  /// A printed text that is copied: no thinking, no corrections, as in the study that the numbers come from.
  private static var copying: Workload {
    var workload = Workload()
    workload.hand.style = .print
    workload.document.basePages = 0
    workload.page.strokesPerPage = Quantity(.constant(400), within: 1...2_500)
    workload.page.diagramShare = 0
    workload.page.highlightedWordShare = 0
    workload.page.jumpUpShare = 0
    workload.session.strokes = 1_000
    workload.pauses.thinkShare = 0
    workload.pauses.breakShare = 0
    workload.edits.removedShare = 0
    workload.edits.movedShare = 0
    workload.pages.revisitShare = 0
    return workload
  }

  @Test(
    "With half a second, debounce gives about 1.9 and idle about 5.9, within a quarter",
    arguments: [(SavePolicy.Trigger.debounce, 1.9), (.idle, 5.9)])
  func published(trigger: SavePolicy.Trigger, strokesPerSave: Double) throws {
    var strokes = 0
    var saves = 0
    for seed in 1...8 as ClosedRange<UInt64> {
      var session = try Simulator.session(of: Self.copying, seed: seed)
      session.policy = SavePolicy(trigger: trigger, delayMilliseconds: 500)
      let plan = ReplayPlan(session)
      strokes += plan.savedStrokeCount
      saves += plan.saveCount
    }
    #expect(strokes == 8_000)
    let ratio = Double(strokes) / Double(saves) / strokesPerSave
    #expect(ratio > 0.75 && ratio < 1.25, "\(Double(strokes) / Double(saves)) strokes a save")
  }
}
