/// A text from outside on one line.
func oneLine(_ text: String) -> String {
  text.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: " ")
}

/// A text from outside as a cell of a table, in which a bar would end it.
func markdownCell(_ text: String) -> String {
  oneLine(text).split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}

/// A text from outside as one line of Markdown code.
func code(_ text: String) -> String {
  let line = oneLine(text)
  return line.contains("`") ? "`` \(line) ``" : "`\(line)`"
}
