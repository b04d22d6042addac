/// The backends that come with the library.
public enum BuiltInBackends {
  /// All of them, from the harness's own cost up the levels.
  public static var all: [any StorageBackend.Type] {
    [NullBackend.self, SnapshotBackend.self, JournalBackend.self, SQLiteBackend.self]
  }

  /// The backend of a name; nil if there is none.
  public static func named(_ name: String) -> (any StorageBackend.Type)? {
    all.first { $0.traits.name == name }
  }
}
