/// Lays out plain text for a terminal of eighty columns.
enum TextLayout {
  /// The width that help is set in; wider terminals gain nothing from longer lines.
  static let columns = 80

  /// The text broken between words into lines that begin with spaces.
  ///
  /// A word that is too long stands alone on its line.
  static func wrap(_ text: String, indent: Int = 0, hanging: Int? = nil) -> [String] {
    wrap(words: text.split(separator: " ").map(String.init), indent: indent, hanging: hanging ?? indent)
  }

  /// Words, which may hold spaces themselves, broken into lines; lines after the first begin at `hanging`.
  static func wrap(words: [String], indent: Int, hanging: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words {
      let start = lines.isEmpty ? indent : hanging
      if line.isEmpty {
        line = String(repeating: " ", count: start) + word
      } else if line.count + 1 + word.count <= columns {
        line += " " + word
      } else {
        lines.append(line)
        line = String(repeating: " ", count: hanging) + word
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Rows of a term and its explanation, the explanations aligned.
  ///
  /// A term that is too long for its column stands on a line of its own.
  static func definitions(_ rows: [(term: String, meaning: String)]) -> [String] {
    let longest = rows.map(\.term.count).filter { $0 <= termColumnsMax }.max() ?? 0
    let start = 2 + longest + 2
    return rows.flatMap { row in
      let meaning = wrap(row.meaning, indent: start)
      let term = "  " + row.term
      guard row.term.count <= longest, let first = meaning.first else { return [term] + meaning }
      return [padded(term, to: start) + first.dropFirst(start)] + meaning.dropFirst()
    }
  }

  /// Rows of cells, all columns but the last as wide as their widest cell.
  static func table(_ rows: [[String]]) -> [String] {
    let widths = rows.first.map(\.indices).map { columns in
      columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    }
    return rows.map { row in
      let cells = zip(row, widths ?? []).dropLast().map { padded($0, to: $1 + 2) }
      return "  " + cells.joined() + (row.last ?? "")
    }
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  /// Terms longer than this would push their explanations too far to the right.
  private static let termColumnsMax = 24
}
