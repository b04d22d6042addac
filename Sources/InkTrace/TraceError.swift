/// Why a trace could not be read or written: one sentence, and where it applies.
package struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it was; the command line has an exit code for each.
  package enum Kind: Hashable, Sendable {
    /// The file can't be opened or read: exit code 66.
    case unreadable
    /// The file's content is not what it should be: exit code 65.
    case malformed
    /// The file can't be written: exit code 74.
    case diskFailure
  }

  package var kind: Kind
  package var file: String
  /// Counted from 1; nil where no line is to blame.
  package var line: Int?
  /// In bytes, counted from 1; nil where no place in the line is to blame.
  package var column: Int?
  /// What is wrong and what to do about it.
  package var message: String

  /// Makes an error; line and column count from 1.
  package init(_ kind: Kind, file: String, line: Int? = nil, column: Int? = nil, _ message: String) {
    self.kind = kind
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  package var description: String {
    var place = file
    if let line {
      place += ":\(line)"
      if let column { place += ":\(column)" }
    }
    return "\(place): \(message)"
  }
}
