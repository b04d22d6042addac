/// Writes a picture, which appears under its name whole or not at all.
package enum PictureFile {
  /// Writes the bytes beside the path, syncs them and gives them the name.
  ///
  /// A regular file of that name is replaced, through a symbolic link as well; anything else is left alone.
  package static func write(_ bytes: [UInt8], to path: String) throws(ReportError) {
    guard !Platform.isSpecial(path) else {
      throw .disk(path: path, reason: "it is not a regular file; name another output")
    }
    let destination = Platform.resolved(path) ?? path
    let draft = try Platform.makeTemporaryFile(prefix: destination + ".draft-")
    do {
      try Platform.write(bytes, to: draft)
      try Platform.rename(draft, to: destination)
    } catch {
      Platform.removeFile(draft)
      throw error
    }
    Platform.syncDirectory(Platform.parent(of: destination))
  }
}
