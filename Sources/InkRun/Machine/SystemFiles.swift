internal import FoundationEssentials

/// What the kernel and the system tell in small files, or some made-up texts in their place.
package struct SystemFiles: Sendable {
  /// The text of a file; nil if it is not there.
  let text: @Sendable (_ path: String) -> String?

  init(text: @escaping @Sendable (_ path: String) -> String?) { self.text = text }

  /// This machine's own.
  package static let live = SystemFiles { try? String(contentsOfFile: $0, encoding: .utf8) }

  /// The first line of a file without the spaces around it; nil if it is not there or empty.
  func line(_ path: String) -> String? {
    guard let line = text(path)?.split(separator: "\n").first else { return nil }
    let trimmed = line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    return trimmed.isEmpty ? nil : String(trimmed)
  }

  /// The value of the first line that begins with a name, such as `MemTotal:  16 kB`.
  func field(_ name: String, in path: String, separator: Character) -> String? {
    for line in (text(path) ?? "").split(separator: "\n") where line.hasPrefix(name) {
      guard let mark = line.firstIndex(of: separator) else { continue }
      return String(line[line.index(after: mark)...].drop { $0 == " " || $0 == "\t" })
    }
    return nil
  }

  func exists(_ path: String) -> Bool { text(path) != nil }
}
