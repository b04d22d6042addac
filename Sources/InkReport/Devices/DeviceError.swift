/// Why a device file could not be used.
package enum DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is no device of a known version, or has a number that can't be: exit code 65.
  case malformed(path: String, reason: String)
  /// The file can't be read: exit code 66.
  case unreadable(path: String, reason: String)

  package var description: String {
    switch self {
    case .malformed(let path, let reason): "\(path) is no usable device file: \(reason)"
    case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
    }
  }
}
