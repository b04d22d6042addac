extension Tap {
  /// The library that puts the tap into another program by `LD_PRELOAD`; nil if it is not beside ours.
  ///
  /// It is built beside the executable. Told by INKTAP_STORE which directory to watch, it counts, reports at
  /// exit on the descriptor INKTAP_REPORT, and records into the new file INKTAP_RECORD.
  package static func libraryPath(beside executable: String? = nil) -> String? {
    guard let path = executable ?? Platform.executablePath(), let slash = path.lastIndex(of: "/") else {
      return nil
    }
    let library = path[...slash] + "libinktap.so"
    return Platform.exists(String(library)) ? String(library) : nil
  }
}
