internal import CIOTap

extension Tap {
  /// The ways past the tap that are open, or were since the store is watched, one sentence each.
  ///
  /// Looks for io_uring descriptors, and for shared writable mappings of files of the store other than
  /// SQLite's shared memory, both in what calls were seen and in what `/proc` shows now. Any of them voids a
  /// measurement.
  package static func bypasses(of directory: String) -> [String] {
    let store = Platform.realPath(directory) ?? directory
    var sentences = noted(in: store)
    if Platform.descriptorTargets().contains("anon_inode:[io_uring]") { sentences.append(ringSentence) }
    sentences += sharedMappings(in: store, of: Platform.text(of: "/proc/self/maps") ?? "").map(
      mappingSentence)
    var known: Set<String> = []
    return sentences.filter { known.insert($0).inserted }
  }

  /// Paths of shared writable mappings below a store in a listing of `/proc/self/maps`.
  ///
  /// Columns: addresses, permissions such as `rw-s`, offset, device, inode, path.
  package static func sharedMappings(in store: String, of listing: String) -> [String] {
    listing.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard columns.count == 6, columns[1].hasPrefix("rw"), columns[1].hasSuffix("s") else { return nil }
      var path = columns[5].drop { $0 == " " }
      if path.hasSuffix(" (deleted)") { path = path.dropLast(" (deleted)".count) }
      guard path.hasPrefix(store + "/"), !path.hasSuffix("-shm") else { return nil }
      return String(path)
    }
  }

  private static func noted(in store: String) -> [String] {
    (0..<inktap_bypass_count()).compactMap { index in
      var kind = INKTAP_SHARED_MAPPING
      guard let below = unsafe inktap_bypass_at(index, &kind).map({ unsafe String(cString: $0) }) else {
        return nil
      }
      let path = store + below
      return switch kind {
      case INKTAP_SHARED_MAPPING: mappingSentence(path)
      case INKTAP_STREAM: "\(path) was opened as a stream, whose writes are not counted."
      case INKTAP_SPLICE: "\(path) was written by splice, whose bytes are not counted."
      case INKTAP_IO_URING: ringSentence
      case INKTAP_TOO_MANY_TEMPORARIES:
        "More than 4,096 temporary files were open to a rename at once; the rest keep the role temporary."
      default: "An unknown way past the tap was noted for \(path)."
      }
    }
  }

  private static let ringSentence = "An io_uring descriptor is open; its writes are not counted."

  private static func mappingSentence(_ path: String) -> String {
    "\(path) is mapped shared and writable; what is written there is not counted."
  }
}
