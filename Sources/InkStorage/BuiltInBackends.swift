/// The backends that come with the library.
public enum BuiltInBackends {
  /// All of them: first the levels from the harness's own cost up, then presets and rows to compare with.
  public static var all: [any StorageBackend.Type] {
    [
      NullBackend.self, SnapshotBackend<SnapshotStandard>.self, JournalBackend<JournalStandard>.self,
      SQLiteBackend<SQLiteStandard>.self,
      SnapshotBackend<SnapshotThumbnails>.self, SnapshotBackend<SnapshotNoThumbnails>.self,
      SnapshotBackend<SnapshotKept>.self, SnapshotBackend<SnapshotFoundation>.self,
      JournalBackend<JournalHybrid>.self, MonolithBackend.self,
      SQLiteBackend<SQLiteGRDB>.self, SQLiteBackend<SQLiteInline>.self,
      SQLiteBackend<SQLiteAssetsInside>.self, SQLiteBackend<SQLiteVacuum>.self,
      SQLiteBackend<SQLiteBackup>.self, SQLiteBackend<SQLiteRollback>.self,
    ]
  }

  /// The backend of a name; nil if there is none.
  public static func named(_ name: String) -> (any StorageBackend.Type)? {
    all.first { $0.traits.name == name }
  }
}
