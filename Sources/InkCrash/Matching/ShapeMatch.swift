internal import InkModel
package import InkReport

/// Explored states or lives that have the shape of somebody's store.
package struct ShapeMatch: Hashable, Sendable {
  package var name: CaseName
  /// The profile or the fault, in words.
  package var setting: String
  package var isFault: Bool
  package var row: ShapeRow

  /// All rows of a case that have a shape.
  package static func all(of shape: StoreShape, in row: CrashCase) -> [ShapeMatch] {
    guard !shape.isWhole else { return [] }
    func matches(_ rows: [ShapeRow], _ setting: String, isFault: Bool) -> [ShapeMatch] {
      rows.filter { $0.shape == shape }.map {
        ShapeMatch(name: row.name, setting: setting, isFault: isFault, row: $0)
      }
    }
    return row.profiles.flatMap { matches($0.shapes, $0.profile, isFault: false) }
      + row.faults.flatMap { matches($0.shapes, $0.title, isFault: true) }
  }
}
