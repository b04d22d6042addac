public enum BuiltInBackends { public static var all: [any StorageBackend.Type] { [SnapshotBackend.self] }; package static var sqliteVersion: String { "" } }
