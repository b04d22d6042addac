package import InkReport

/// What a run is doing now, for whoever shows it.
package struct RunProgress: Sendable {
  package var caseName: String
  package var activity: String

  package init(caseName: String, activity: String) {
    self.caseName = caseName
    self.activity = activity
  }
}

/// One result as it comes: a line of the file that outlives an interrupted run.
package struct ResultLine: Codable, Sendable {
  package var schema = "inkbench-rounds/1"
  package var name: CaseName
  package var round: Int
  package var kind: String
  package var result: RoundResult

  package init(name: CaseName, round: Int, kind: String, result: RoundResult) {
    self.name = name
    self.round = round
    self.kind = kind
    self.result = result
  }
}
