internal import CSQLite

extension BuiltInBackends {
  /// The version of the SQLite library that this process runs on.
  package static var sqliteVersion: String { unsafe String(cString: sqlite3_libversion()) }
}
