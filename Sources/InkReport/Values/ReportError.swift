/// Why a report could not be read or written.
package enum ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is no report of a known version: exit code 65.
  case malformed(path: String, reason: String)
  /// The file can't be read: exit code 66.
  case unreadable(path: String, reason: String)
  /// The file or directory can't be written: exit code 74.
  case disk(path: String, reason: String)

  package var description: String {
    switch self {
    case .malformed(let path, let reason): "\(path) is no readable report: \(reason)"
    case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
    case .disk(let path, let reason): "\(path) can't be written: \(reason)"
    }
  }
}
