/// What a store or codec gives up on purpose, seen over all pages that a judge compared.
package struct CanonicalLoss: Codable, Hashable, Sendable {
  /// Samples that came back as the canonical form has them and not as they were written.
  package var pointsChanged = 0
  /// The largest change of a coordinate, in tenths of a point.
  package var coordinateMax = 0
  /// The largest change of a pressure, in thousandths.
  package var pressureMax = 0
  /// Pages that lost elements or whole samples.
  package var pagesReduced = 0

  package init() {}

  package var isNothing: Bool { self == CanonicalLoss() }

  /// The loss in a sentence.
  package var sentence: String {
    "Kept in a reduced form, as declared: \(pointsChanged) samples changed, coordinates by at most "
      + "\(coordinateMax) tenths of a point, pressure by at most \(pressureMax) thousandths; \(pagesReduced) pages lost "
      + "elements or samples."
  }
}
