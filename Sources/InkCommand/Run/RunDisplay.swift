internal import InkRun

/// Shows how far a run is, by the time that its steps have taken and should take.
final class RunDisplay {
  private let progress: Progress
  private var timeLeft: TimeLeft
  /// The step that is being done, and since when.
  private var current: (step: RunStep, start: ContinuousClock.Instant)?

  init(_ context: Context, timeLeft: TimeLeft) {
    progress = Progress(context)
    self.timeLeft = timeLeft
  }

  /// Shows what a run does now; called again and again.
  func show(_ now: RunProgress) { show(now.step, "\(now.caseName): \(now.activity)") }

  /// Shows how far the crash trials of a case are.
  func showTrials(of caseNumber: Int, _ name: String, _ done: Int, _ total: Int) {
    show(RunStep(.crashTrial, of: caseNumber), "\(name): crash trial \(done) of \(total)")
  }

  /// Shows how far the look at a case's crash states is.
  func showStates(of caseNumber: Int, _ name: String, _ fraction: Double) {
    show(RunStep(.crashStates, of: caseNumber), "\(name): crash states, \(Int(fraction * 100)) %")
  }

  private func show(_ step: RunStep, _ activity: String) {
    if current?.step != step { current = (step, .now) }
    progress.update(secondsLeft: timeLeft.seconds - secondsInStep, activity)
  }

  /// What has passed of the step that is being done; one that takes longer than it should counts as almost
  /// over.
  private var secondsInStep: Double {
    guard let current, current.step.kind != .crashTrial else { return 0 }
    return min((ContinuousClock.now - current.start) / .seconds(1), timeLeft.seconds(for: current.step))
  }

  func end(_ ended: EndedStep) {
    timeLeft.end(ended)
    current = nil
  }

  func note(_ sentence: String) { progress.note(sentence) }

  func finish() { progress.finish() }
}
