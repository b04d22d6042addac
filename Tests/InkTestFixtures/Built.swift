internal import FoundationEssentials

/// What the build put beside the test bundle, and what the system has.
public enum Built {
  /// A program or library that should have been built and was not.
  public struct Missing: Error {
    public var path: String
  }

  /// The path of something built, by its file name.
  public static func path(of name: String) throws -> String {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = URL(filePath: bundle).deletingLastPathComponent().appending(path: name).path
    guard FileManager.default.fileExists(atPath: path) else { throw Missing(path: path) }
    return path
  }

  /// A program of the system, by its usual places.
  public static func tool(_ name: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + name }.first {
      FileManager.default.fileExists(atPath: $0)
    }
  }
}
