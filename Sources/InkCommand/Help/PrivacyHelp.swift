internal import InkTrace

/// What each mode of privacy keeps of each field, written from the table that examinations use.
enum PrivacyHelp {
  /// The word after `help` that asks for it.
  static let topic = "privacy"

  /// The whole text, ending with a newline.
  static func text(program: String) -> String {
    var lines = TextLayout.wrap(
      "A session file holds what somebody wrote. Three modes say how much of it may be passed on: 'full' is "
        + "everything that was recorded; 'shapes-dropped' can be replayed, with shapes drawn anew; 'summary' holds what "
        + "a workload is fitted to and can't be replayed.")
    lines += [""]
    lines += TextLayout.wrap(
      "'\(program) redact' makes such files, and '\(program) inspect --privacy FILE' proves what a file holds, whatever "
        + "it says of itself.")
    lines += ["", "What stays of each field ('full' keeps all):"]
    for field in PrivacyField.all {
      lines += TextLayout.wrap(field.name, indent: 2)
      lines += TextLayout.wrap("shapes-dropped: \(field.whenShapesDropped)", indent: 6, hanging: 8)
      lines += TextLayout.wrap("summary: \(field.inSummary)", indent: 6, hanging: 8)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
