package import InkReport

/// One result as it comes: a line of the file that outlives an interrupted run.
package struct ResultLine: Codable, Sendable {
  package var schema = "inkbench-rounds/1"
  package var name: CaseName
  package var round: Int
  package var kind: ChildFailure.Kind
  package var result: RoundResult

  package init(name: CaseName, round: Int, kind: ChildFailure.Kind, result: RoundResult) {
    self.name = name
    self.round = round
    self.kind = kind
    self.result = result
  }
}
