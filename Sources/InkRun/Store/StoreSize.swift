internal import FoundationEssentials

/// The number and lengths of a store's files.
enum StoreSize {
  static func measure(_ directory: String) -> (files: Int, bytes: UInt64) {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []
    var files = 0
    var bytes: UInt64 = 0
    for name in names {
      guard let size = Platform.regularFileSize(directory + "/" + name) else { continue }
      files += 1
      bytes += size
    }
    return (files, bytes)
  }
}
