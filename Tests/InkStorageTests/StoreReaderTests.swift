import Foundation
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// Stores of every backend and codec, read by a program that knows nothing but the articles on formats.
@Suite(
  "Stores read by a reader in Python that was written from the articles",
  .enabled(if: PythonReader.isInstalled))
struct StoreReaderTests {
  /// Presets write what the backend does that they are presets of, in another way.
  static let cases =
    ["snapshot", "journal", "monolith"].flatMap { backend in
      BuiltInCodecs.all.map { (backend, $0.name) }
    } + [
      ("snapshot-kept", "json"), ("snapshot-kept", "json-delta"), ("snapshot-foundation", "packed"),
      ("journal-hybrid", "varint"), ("sqlite", "packed"), ("sqlite-grdb", "packed"),
      ("sqlite-assets-inside", "packed"),
    ]

  @Test("What the articles say is all that a library holds, sample by sample", arguments: cases)
  func randomContent(backend: String, codec: String) throws {
    let directory = try TemporaryDirectory.inMemory()
    var documents: [String] = []
    for seed: UInt64 in 1...3 {
      documents.append(
        try RandomLife.lead(backend, codec: codec, directory: directory.path, seed: seed).text)
    }
    let (status, output) = try #require(PythonReader.read(directory.path))
    #expect(status == 0, "\(output)")
    // Each text begins with the document's name, and the reader goes by name.
    if let difference = PythonReader.difference(output, documents.sorted().joined()) {
      Issue.record("\(difference)")
    }
  }

  @Test("The reader believes nothing whose checksum does not fit", arguments: ["snapshot", "monolith"])
  func damage(backend: String) throws {
    let store = try SoundStore(backend)
    let (status, _) = try #require(PythonReader.read(store.directory.path))
    #expect(status == 0)
    var random = SplitMix64(seed: 3)
    for name in store.truth {
      let sound = try #require(store.files[name])
      for _ in 0..<3 {
        var bytes = sound
        bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
        _ = try store.directory.write(bytes, to: name)
        let (status, output) = try #require(PythonReader.read(store.directory.path))
        #expect(status != 0, "\(name): \(output)")
      }
      try store.restore([name])
    }
  }
}

/// The reader in the tests' resources.
enum PythonReader {
  static let isInstalled = run(["-c", "import sqlite3, zlib"])?.status == 0

  /// Reads a store; the answer is the text of `StoreText`.
  static func read(_ store: String) -> (status: Int32, output: String)? { run([script, store]) }

  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Resources/read_store.py").path()

  private static func run(_ arguments: [String]) -> (status: Int32, output: String)? {
    JSONSchemaChecker.run(arguments)
  }

  /// The first line in which two texts differ; nil if they are equal.
  static func difference(_ found: String, _ wanted: String) -> String? {
    guard found != wanted else { return nil }
    let (found, wanted) = (found.split(separator: "\n"), wanted.split(separator: "\n"))
    for (number, pair) in zip(found, wanted).enumerated() where pair.0 != pair.1 {
      return "line \(number + 1) is '\(pair.0)', not '\(pair.1)'"
    }
    return "\(found.count) lines where \(wanted.count) were expected"
  }
}
