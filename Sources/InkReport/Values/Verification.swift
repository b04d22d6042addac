/// The comparison of the closed store with the model: the worst of all rounds.
package struct Verification: Codable, Hashable, Sendable {
  package var outcome: Outcome
  @Nullable package var detail: String?
  package var verdicts: Int
  package var pagesCompared: Int
  package var elementsCompared: Int
  package var orphanAssets: Int
}
