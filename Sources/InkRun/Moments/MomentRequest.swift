package import InkReport

/// Everything a user decided about measuring moments.
package struct MomentRequest: Sendable {
  package var cases: [RunCase]
  package var moments: [Moment]
  package var repetitions: Int
  package var document: MomentsDocument

  /// Enough for quartiles that three samples each lie beyond.
  package static let repetitionsStandard = 15
  /// A photo as a tablet's camera takes it, made small for a note.
  package static let imageByteCount = 250_000

  package init(cases: [RunCase], moments: [Moment], repetitions: Int, document: MomentsDocument) {
    self.cases = cases
    self.moments = moments
    self.repetitions = repetitions
    self.document = document
  }
}
