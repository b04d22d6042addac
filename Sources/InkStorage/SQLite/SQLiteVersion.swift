internal import CSQLite

extension BuiltInBackends {
  /// The version of the SQLite library that this process runs on.
  package static var sqliteVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// The options of that library's build that decide what a commit writes and syncs.
  ///
  /// The corresponding C function is `sqlite3_compileoption_get`.
  package static var sqliteOptions: [String] {
    let prefixes = [
      "DEFAULT_SYNCHRONOUS", "DEFAULT_WAL_SYNCHRONOUS", "DEFAULT_PAGE_SIZE", "DEFAULT_WAL_AUTOCHECKPOINT",
      "DEFAULT_CACHE_SIZE", "DEFAULT_MMAP_SIZE", "SECURE_DELETE", "TEMP_STORE", "THREADSAFE",
      "ENABLE_BATCH_ATOMIC_WRITE", "DISABLE_DIRSYNC", "NO_SYNC", "DEBUG",
    ]
    var options: [String] = []
    var index: Int32 = 0
    while let option = unsafe sqlite3_compileoption_get(index) {
      options.append(unsafe String(cString: option))
      index += 1
    }
    return options.filter { option in
      prefixes.contains { option == $0 || option.hasPrefix($0 + "=") }
    }.sorted()
  }
}
