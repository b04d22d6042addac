/// What a run is doing now, for whoever shows it.
package struct RunProgress: Sendable {
  package var caseName: String
  package var activity: String

  package init(caseName: String, activity: String) {
    self.caseName = caseName
    self.activity = activity
  }
}
