import FoundationEssentials
import Testing

/// Compares a text with the file of that name in Resources.
///
/// Set `INKBENCH_UPDATE_GOLDEN=1` to write the files instead, then read what changed before committing it.
func expectGolden(
  _ text: String, _ name: String, embedded: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  if ProcessInfo.processInfo.environment["INKBENCH_UPDATE_GOLDEN"] == "1" {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Resources")
    try Data(text.utf8).write(to: folder.appending(path: name))
    return
  }
  let golden = String(decoding: embedded, as: UTF8.self)
  guard text != golden else { return }
  let lines = (
    golden.split(separator: "\n", omittingEmptySubsequences: false),
    text.split(separator: "\n", omittingEmptySubsequences: false)
  )
  let first = zip(lines.0, lines.1).enumerated().first { $1.0 != $1.1 }
  Issue.record(
    """
    \(name) differs\(first.map { " first at line \($0.offset + 1):\n- \($0.element.0)\n+ \($0.element.1)" }
      ?? ": it has \(lines.1.count) lines instead of \(lines.0.count)")
    """, sourceLocation: sourceLocation)
}
