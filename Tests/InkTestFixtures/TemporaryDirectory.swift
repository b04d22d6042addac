internal import FoundationEssentials

/// A directory for one test, removed when the value is released.
public final class TemporaryDirectory {
  public let path: String

  /// Makes an empty directory on a real disk: under `INKBENCH_TEST_DIRECTORY`, or the system's temporary
  /// directory.
  public convenience init() throws {
    try self.init(in: ProcessInfo.processInfo.environment["INKBENCH_TEST_DIRECTORY"] ?? "/var/tmp")
  }

  /// Makes an empty directory in memory, where there is one.
  ///
  /// For tests of what files hold that write thousands of them: a disk would spend minutes on making them
  /// last.
  public static func inMemory() throws -> TemporaryDirectory {
    let memory = "/dev/shm"
    guard FileManager.default.isWritableFile(atPath: memory) else { return try TemporaryDirectory() }
    return try TemporaryDirectory(in: memory)
  }

  private init(in parent: String) throws {
    path = parent + "/inkbench-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }

  /// The bytes of a file.
  public func read(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path + "/" + name)))
  }
}
