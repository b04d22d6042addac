/// What a run is doing now, for whoever shows it.
package struct RunProgress: Sendable {
  package var step: RunStep
  package var caseName: String
  package var activity: String

  package init(step: RunStep, caseName: String, activity: String) {
    self.step = step
    self.caseName = caseName
    self.activity = activity
  }
}
