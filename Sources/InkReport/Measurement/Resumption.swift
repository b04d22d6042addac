/// One time that an interrupted run was taken up again.
package struct Resumption: Codable, Hashable, Sendable {
  /// When, as ISO 8601 in UTC.
  package var time: String
  /// How many steps were there already.
  package var keptSteps: Int
  /// What is different about the machine, one clause a fact; empty if it is the same.
  package var differences: [String]

  package init(time: String, keptSteps: Int, differences: [String]) {
    self.time = time
    self.keptSteps = keptSteps
    self.differences = differences
  }
}
