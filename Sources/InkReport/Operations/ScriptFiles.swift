internal import InkModel

/// What a script does to its files, found out without a disk.
///
/// Method. A script says of a file only how long it was when the recording began. The calls are gone through
/// twice. First: what has a length was there, and so was what the first call that names it does not make; a
/// directory is what is synced, made or removed as one. Then lengths and names are followed call by call. A
/// file has no name any more when the last one was removed, or was taken by a rename.
struct ScriptFiles {
  struct File: Hashable {
    var isDirectory = false
    var existsAtStart = false
    var initialLength: UInt64
    /// Nil for a directory, and for what has no name at the end.
    var finalLength: UInt64?
  }

  private(set) var files: [File]
  /// The most that all files hold at one moment.
  private(set) var peakBytes: UInt64
  private var lengths: [UInt64]
  private var nameCounts: [Int]
  private var bytes: UInt64

  init(_ script: OperationScript) {
    files = script.initialLengths.map { File(existsAtStart: $0 > 0, initialLength: $0) }
    lengths = script.initialLengths
    let calls = script.steps.lazy.flatMap(\.operations)
    var isKnown = files.map { _ in false }
    for call in calls {
      if call.kind.isOfDirectory { files[call.file].isDirectory = true }
      for file in [call.file, call.target].compactMap(\.self) where !isKnown[file] {
        isKnown[file] = true
        if file == call.target || !call.kind.makes { files[file].existsAtStart = true }
      }
    }
    nameCounts = files.map { $0.existsAtStart ? 1 : 0 }
    bytes = lengths.reduce(0, &+)
    peakBytes = bytes
    for call in calls { follow(call) }
    for file in files.indices where nameCounts[file] > 0 && !files[file].isDirectory {
      files[file].finalLength = lengths[file]
    }
  }

  private mutating func follow(_ call: FileOperation) {
    let file = call.file
    let old = lengths[file]
    let end = call.offset &+ call.length
    switch call.kind {
    case .create:
      lengths[file] = 0
      nameCounts[file] = max(nameCounts[file], 1)
    case .makeDirectory: nameCounts[file] = 1
    case .truncate: lengths[file] = call.offset
    case .write where call.length > 0, .allocate: lengths[file] = max(old, end)
    case .rename:
      if let target = call.target, target != file { nameCounts[target] = 0 }
    case .link where call.target == nil: nameCounts[file] += 1
    case .remove, .removeDirectory: nameCounts[file] = max(nameCounts[file] - 1, 0)
    default: break
    }
    bytes = bytes &- old &+ lengths[file]
    peakBytes = max(peakBytes, bytes)
  }
}

extension FileOperation.Kind {
  fileprivate var isOfDirectory: Bool {
    self == .syncDirectory || self == .makeDirectory || self == .removeDirectory
  }

  fileprivate var makes: Bool { self == .create || self == .makeDirectory }
}
