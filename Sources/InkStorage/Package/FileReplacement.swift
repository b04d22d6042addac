internal import FoundationEssentials
internal import InkModel

/// How a package puts new bytes in the place of a file.
enum FileReplacement: Sendable {
  /// Our own calls: the syncs that the durability class needs and no others.
  case posix
  /// `Data.write(to:options:)` with `.atomic`, as many apps do it.
  ///
  /// It writes a temporary file beside the old one, syncs that whatever is asked for, and renames it. The
  /// directory is never synced.
  case foundation

  func replace(_ path: String, with bytes: RawSpan, syncing: Bool) throws(StorageError) {
    switch self {
    case .posix: try Files.replace(path, with: bytes, syncing: syncing)
    case .foundation: try FoundationFiles.replace(path, with: bytes)
    }
  }
}

/// Foundation's way of writing files.
package enum FoundationFiles {
  /// The beginning of the names that Foundation gives to files that are not yet what they will be.
  package static let temporaryPrefix = ".dat.nosync"

  static func replace(_ path: String, with bytes: RawSpan) throws(StorageError) {
    let outcome: Result<Void, any Error> = unsafe bytes.withUnsafeBytes { memory in
      Result {
        // An app's encoder hands over a `Data`; a copy made here would be charged to a call that needs none.
        // Unsafe, and right, because the write has ended before the memory goes.
        let data =
          if let start = memory.baseAddress {
            unsafe Data(
              bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: memory.count, deallocator: .none)
          } else {
            Data()
          }
        try data.write(to: URL(filePath: path), options: .atomic)
      }
    }
    do { try outcome.get() } catch {
      throw .system(operation: "write", path: path, code: SystemCalls.code(of: error))
    }
  }
}
