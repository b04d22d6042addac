/// Files that are there as a whole or not at all.
///
/// Each is written as a draft beside its place, and then renamed.
enum WholeFile {
  static func draft(of path: String) -> String { path + ".draft" }

  /// Writes a file; where that fails, what was there stays.
  static func write(_ bytes: [UInt8], to path: String) throws(RunError) {
    let draft = draft(of: path)
    do throws(RunError) {
      let descriptor = try Platform.createFile(draft)
      let isWritten = Platform.write(bytes, to: descriptor)
      let code = Platform.lastError
      Platform.closeDescriptor(descriptor)
      guard isWritten else { throw .disk(operation: "writing", path: path, code: code) }
      try Platform.rename(draft, to: path)
    } catch {
      Platform.removeFile(draft)
      guard case .disk(let operation, _, let code) = error else { throw error }
      throw .disk(operation: operation, path: path, code: code)
    }
  }
}
