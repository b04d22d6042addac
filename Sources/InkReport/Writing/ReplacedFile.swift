/// A file that appears whole, under a temporary name first that nothing else has.
enum ReplacedFile {
  static func write(_ bytes: [UInt8], to path: String) throws(ReportError) {
    let draft = try Platform.unusedPath(path + ".draft")
    try Platform.write(bytes, to: draft, mustBeNew: true)
    do throws(ReportError) { try Platform.rename(draft, to: path) } catch {
      Platform.removeFile(draft)
      throw error
    }
  }
}
