/// One file call of a calibration, on paths below the store.
///
/// Each is one call of the system, so that it is known which of them had returned at a crash.
package enum CalibrationCall: Hashable, Sendable {
  /// Makes a file that is not there.
  case create(String)
  /// So many bytes of one letter at a place.
  case write(String, at: Int, count: Int, letter: Character)
  /// Sets the length.
  case truncate(String, to: Int)
  case rename(String, to: String)
  case remove(String)
  case makeDirectory(String)
  /// `fsync` of a file or a directory; the store's own is "".
  case sync(String)
  /// `fdatasync`.
  case syncData(String)

  /// The path that it is on.
  var path: String {
    switch self {
    case .create(let path), .write(let path, _, _, _), .truncate(let path, _), .rename(let path, _),
      .remove(let path), .makeDirectory(let path), .sync(let path), .syncData(let path):
      path
    }
  }

  /// Whether it changes the bytes of a file.
  var isWrite: Bool { if case .write = self { true } else { false } }
}

extension CalibrationCall: CustomStringConvertible {
  /// As in a program.
  package var description: String {
    switch self {
    case .create(let path): "create \(path)"
    case .write(let path, let offset, let count, let letter):
      "write \(count)×\(letter) at \(offset) of \(path)"
    case .truncate(let path, let length): "truncate \(path) to \(length)"
    case .rename(let path, let target): "rename \(path) to \(target)"
    case .remove(let path): "remove \(path)"
    case .makeDirectory(let path): "mkdir \(path)"
    case .sync(let path): "fsync \(path.isEmpty ? "the store" : path)"
    case .syncData(let path): "fdatasync \(path.isEmpty ? "the store" : path)"
    }
  }
}
