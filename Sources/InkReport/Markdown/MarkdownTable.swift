/// A Markdown table whose columns are also aligned as plain text.
struct MarkdownTable {
  enum Alignment {
    case left, right
  }

  var header: [String]
  var alignments: [Alignment]
  var rows: [[String]] = []

  /// Makes an empty table; the first columns are text, the others numbers.
  init(_ header: [String], textColumns: Int) {
    self.header = header
    alignments = header.indices.map { $0 < textColumns ? .left : .right }
  }

  var text: String {
    let cells = ([header] + rows).map { $0.map(markdownCell) }
    let widths = header.indices.map { column in max(3, cells.map { $0[column].count }.max() ?? 0) }
    let rule = zip(widths, alignments).map { width, alignment in
      alignment == .left
        ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    return ([cells[0], rule] + cells.dropFirst()).map { row in
      let padded = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return alignments[column] == .left ? cell + space : space + cell
      }
      return "| " + padded.joined(separator: " | ") + " |\n"
    }.joined()
  }
}
