/// Why a profile could not be used.
package enum CrashProfileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is no profile of a known version, or its rules contradict each other: exit code 65.
  case malformed(path: String, reason: String)
  /// The file can't be read: exit code 66.
  case unreadable(path: String, reason: String)

  package var description: String {
    switch self {
    case .malformed(let path, let reason): "\(path) is no usable crash profile: \(reason)"
    case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
    }
  }
}
