extension Report {
  /// The answer of the report as plain text, for the end of a run on a terminal.
  package var plainAnswer: String {
    CaseGroup.all(of: self).map { Answer(group: $0).text }.joined(separator: "\n")
      .replacing("**", with: "").replacing("`", with: "")
  }

  /// Whether a content check or a crash trial found a promise broken.
  package var hasLostData: Bool { cases.contains(where: \.hasLostData) }
}
