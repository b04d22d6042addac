internal import InkTap

/// Recorded calls in words, by their numbers.
struct CallText {
  private var operations: [UInt64: RecordedOperation] = [:]
  private var files: [Int: RecordedFile] = [:]
  /// Names that files have got since they were met, oldest first.
  private var names: [Int: [(number: UInt64, path: String)]] = [:]

  init(_ entries: [RecordedEntry]) {
    for entry in entries {
      switch entry {
      case .mark: break
      case .file(let file): files[file.number] = file
      case .operation(let operation): take(operation)
      }
    }
  }

  private mutating func take(_ operation: RecordedOperation) {
    if operation.number > 0 { operations[operation.number] = operation }
    guard operation.kind == .rename, operation.result >= 0, let file = operation.file else { return }
    names[file, default: []].append((operation.number, Self.below(operation.targetPath)))
  }

  /// The recorded call of a number.
  func operation(_ number: UInt64) -> RecordedOperation? { operations[number] }

  /// The path of a file when a call was made, below the store; a directory ends in a slash.
  func path(of file: Int, at number: UInt64 = .max) -> String {
    guard let met = files[file] else { return "a file" }
    let path = names[file]?.last { $0.number <= number }?.path ?? Self.below(met.path)
    if met.isDirectory { return path.isEmpty ? "the store's directory" : path + "/" }
    return path.isEmpty ? "a file without a name" : path
  }

  /// Such as `rename #17`.
  func name(of number: UInt64) -> String {
    guard let operation = operations[number] else { return "call #\(number)" }
    return "\(Self.verb(operation)) #\(number)"
  }

  /// Such as `rename #17: pages/a.content.tmp to pages/a.content`.
  func sentence(of number: UInt64) -> String {
    guard let operation = operations[number] else { return name(of: number) }
    let file = operation.file.map { path(of: $0, at: number) } ?? Self.below(operation.path)
    let what =
      switch operation.kind {
      case .write, .copy: "\(operation.result) bytes at \(operation.offset) of \(file)"
      case .truncate: "\(file) to \(operation.offset) bytes"
      case .rename, .link: "\(Self.below(operation.path)) to \(Self.below(operation.targetPath))"
      default: file
      }
    return "\(name(of: number)): \(what)"
  }

  private static func below(_ path: String) -> String {
    path.hasPrefix("/") ? String(path.dropFirst()) : path
  }

  private static func verb(_ operation: RecordedOperation) -> String {
    switch operation.kind {
    case .open: operation.createsFile ? "create" : "open"
    case .read: "read"
    case .write: "write"
    case .copy: "copy"
    case .truncate: "truncate"
    case .allocate: "allocate"
    case .clone: "clone"
    case .sync: "fsync"
    case .syncData: "fdatasync"
    case .syncRange: "sync_file_range"
    case .syncAll: "sync"
    case .syncMapping: "msync"
    case .rename: "rename"
    case .link: "link"
    case .symlink: "symlink"
    case .remove: "unlink"
    case .makeDirectory: "mkdir"
    case .removeDirectory: "rmdir"
    case .close: "close"
    }
  }
}
