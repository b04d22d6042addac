/// Makes the calls of a calibration; a file stays open from its first call on, through renames.
final class CalibrationCaller {
  private let store: String
  private var descriptors: [String: Int32] = [:]

  init(store: String) { self.store = store }

  func make(_ call: CalibrationCall) throws(SystemError) {
    switch call {
    case .create(let path): descriptors[path] = try Platform.openFile(full(path), .creating)
    case .write(let path, let offset, let count, let letter):
      let bytes = [UInt8](repeating: letter.asciiValue ?? 0, count: count)
      try Platform.put(bytes[...], at: offset, of: try file(path))
    case .truncate(let path, let length): try Platform.setLength(length, of: try file(path))
    case .rename(let path, let target):
      try Platform.renameFile(full(path), to: full(target))
      if let replaced = descriptors.removeValue(forKey: target) { Platform.release(replaced) }
      descriptors[target] = descriptors.removeValue(forKey: path)
    case .remove(let path):
      try Platform.unlinkFile(full(path))
      if let removed = descriptors.removeValue(forKey: path) { Platform.release(removed) }
    case .makeDirectory(let path):
      try Platform.makeFolder(full(path))
      descriptors[path] = try Platform.openFile(full(path), .directory)
    case .sync(let path): try Platform.sync(try file(path), dataOnly: false)
    case .syncData(let path): try Platform.sync(try file(path), dataOnly: true)
    }
  }

  /// Has the bytes of a file written back.
  func writeBack(_ path: String) throws(SystemError) { try Platform.writeBack(try file(path)) }

  /// Closes what is open.
  func close() {
    for descriptor in descriptors.values { Platform.release(descriptor) }
    descriptors.removeAll()
  }

  deinit { close() }

  private func full(_ path: String) -> String { path.isEmpty ? store : store + "/" + path }

  private func file(_ path: String) throws(SystemError) -> Int32 {
    if let descriptor = descriptors[path] { return descriptor }
    let descriptor = try Platform.openFile(full(path), path.isEmpty ? .directory : .existing)
    descriptors[path] = descriptor
    return descriptor
  }
}
