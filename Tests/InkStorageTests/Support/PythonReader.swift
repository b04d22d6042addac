import Foundation
import InkTestFixtures

/// The reader in the tests' resources.
enum PythonReader {
  static let isInstalled = JSONSchemaChecker.run(["-c", "import sqlite3, zlib"])?.status == 0

  /// What it prints of stores; nil if it failed.
  static func read(_ stores: [String]) -> String? {
    // Python would leave compiled files beside the script.
    guard let (status, output) = JSONSchemaChecker.run(["-B", script] + stores), status == 0 else {
      return nil
    }
    return output
  }

  /// What it prints of each of some stores.
  static func readEach(_ stores: [String]) -> [String]? {
    read(stores)?.split(separator: "store /").map { answer in
      String(answer.drop { $0 != "\n" }.dropFirst())
    }
  }

  private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Resources/read_store.py").path()
}
