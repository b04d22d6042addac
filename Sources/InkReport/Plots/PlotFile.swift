/// A picture beside the report.
package struct PlotFile: Hashable, Sendable {
  package var name: String
  /// The slug of the group that it shows.
  package var group: String
  package var caption: String

  package init(name: String, group: String, caption: String) {
    self.name = name
    self.group = group
    self.caption = caption
  }
}
