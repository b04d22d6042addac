import Foundation

/// The files of this repository, as the rules look at them.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A text file and its path from the root.
  struct File: CustomStringConvertible, Sendable {
    let path: String
    let text: String

    var description: String { path }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The first folder under `Sources` or `Tests`; nil for other files.
    var target: String? {
      let parts = path.split(separator: "/")
      guard parts.count > 2, parts[0] == "Sources" || parts[0] == "Tests" else { return nil }
      return String(parts[1])
    }

    /// The text without its comments; strings stay.
    var code: String { lines.map(Source.withoutComment).joined(separator: "\n") }
  }

  /// All text files under a path, in order; what builds leave behind is not looked at.
  static func files(under path: String, endings: Set<String>? = nil) -> [File] {
    paths(under: path).sorted().compactMap { path in
      let isHidden = path.split(separator: "/").dropFirst().contains { $0.hasPrefix(".") }
      guard !isHidden, endings?.contains(URL(filePath: path).pathExtension) ?? true else { return nil }
      let file = root.appending(path: path)
      return (try? String(contentsOf: file, encoding: .utf8)).map { File(path: path, text: $0) }
    }
  }

  private static func paths(under path: String) -> [String] {
    let start = root.appending(path: path).path()
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: start)) ?? []
    // A file has no paths below it and stands for itself.
    return names.isEmpty ? [path] : names.map { "\(path)/\($0)" }
  }

  /// The Swift files of the product.
  static let swiftSources = files(under: "Sources", endings: ["swift"])
  static let readme = files(under: "README.md").first
}
