/// One fact about the machine, by name.
package struct EnvironmentFact: Codable, Hashable, Sendable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
