internal import Glibc

/// Every call of this target into the operating system.
enum Platform {
  enum EntryKind { case file, directory, foreign }

  /// What stands in a directory, in no order.
  static func entries(of path: String) throws(StoreImageError) -> [(name: String, kind: EntryKind)] {
    guard let stream = unsafe opendir(path) else { throw .unreadable(path: path, reason: reason()) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          unsafe String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    var entries: [(name: String, kind: EntryKind)] = []
    for name in names { entries.append((name, try kind(of: path + "/" + name))) }
    return entries
  }

  private static func kind(of path: String) throws(StoreImageError) -> EntryKind {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw .unreadable(path: path, reason: reason()) }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .directory
    default: .foreign
    }
  }

  /// The whole of a file.
  static func bytes(of path: String) throws(StoreImageError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: reason()) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, reason: reason()) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw .unreadable(path: path, reason: count == 0 ? "it became shorter meanwhile" : reason())
      }
      done += count
    }
    return bytes
  }

  static func makeDirectory(_ path: String) throws(StoreImageError) {
    guard unsafe mkdir(path, 0o777) == 0 else { throw .unwritable(path: path, reason: reason()) }
  }

  /// Makes a new file; one that is there already is an error.
  static func write(_ bytes: [UInt8], to path: String) throws(StoreImageError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: reason()) }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(path: path, reason: reason()) }
      done += count
    }
  }

  /// Flags of recorded calls that change what the call means.
  static let truncateFlag = O_TRUNC
  static let syncFlags = O_DSYNC | O_SYNC

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
