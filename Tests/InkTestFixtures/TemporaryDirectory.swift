internal import FoundationEssentials

/// A directory for one test, on a real disk, removed when the value is released.
public final class TemporaryDirectory {
  public let path: String

  /// Makes an empty directory under `INKBENCH_TEST_DIRECTORY`, or the system's temporary directory.
  public init() throws {
    let parent = ProcessInfo.processInfo.environment["INKBENCH_TEST_DIRECTORY"] ?? "/var/tmp"
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
