/// Why a store can't be taken into memory, or written out of it.
package enum StoreImageError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  /// A link, a device, a socket: nothing that a store is made of.
  case foreign(path: String)
  /// More than is taken into memory.
  case tooLarge(path: String, byteCountMax: Int)
  case unwritable(path: String, code: Int32)

  /// Whether there was no room for it.
  var isDiskFull: Bool {
    if case .unwritable(_, let code) = self { Platform.isDiskFull(code) } else { false }
  }

  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
    case .foreign(let path):
      "\(path) is neither a file nor a directory; a store that is examined may hold nothing else"
    case .tooLarge(let path, let byteCountMax):
      "\(path) holds more than \(byteCountMax >> 20) MiB; name a part of it that is a store of its own"
    case .unwritable(let path, let code): "\(path) can't be written: \(Platform.errorText(code))"
    }
  }
}
