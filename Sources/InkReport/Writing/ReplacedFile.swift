/// A file that appears whole, under a temporary name first.
enum ReplacedFile {
  static func write(_ bytes: [UInt8], to path: String) throws(ReportError) {
    let draft = path + ".draft"
    do {
      try Platform.write(bytes, to: draft)
      try Platform.rename(draft, to: path)
    } catch {
      Platform.removeFile(draft)
      throw error
    }
  }
}
