/// A thing that lists name, with one line about it.
package struct NamedSummary: Hashable, Sendable {
  package var name: String
  package var summary: String

  package init(name: String, summary: String) {
    self.name = name
    self.summary = summary
  }
}
