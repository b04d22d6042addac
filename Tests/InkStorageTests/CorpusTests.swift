import Foundation
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// Stores of every format version that there was, each of which this program must open or refuse.
///
/// A directory of the corpus holds a `store` that `CorpusScript` wrote, `content.txt`, which says what is in
/// it, and `formats.txt`, the versions of its formats. Stores that can't be opened any more stay, so that it
/// is known how they are refused. After a change of a version,
/// `INKBENCH_UPDATE_GOLDEN=1 swift test --filter CorpusTests` adds what is missing and touches nothing else.
@Suite("Stores of all versions", .serialized) struct CorpusTests {
  @Test("Each version that is written today is in the corpus", arguments: Corpus.kinds)
  func completeness(kind: Corpus.Kind) throws {
    if ProcessInfo.processInfo.environment["INKBENCH_UPDATE_GOLDEN"] == "1" { try Corpus.add(kind) }
    let wanted = kind.formats
    #expect(
      Corpus.entries.contains { $0.backend == kind.backend && $0.formats == wanted },
      "no store of '\(kind.name)' has these versions, add one as CorpusTests says:\n\(wanted)"
    )
  }

  @Test("The content of each store is what today's script gives", arguments: Corpus.entries)
  func descriptions(entry: Corpus.Entry) throws {
    let directory = try TemporaryDirectory.inMemory()
    let type = try #require(BuiltInBackends.named(entry.backend))
    let store = try CorpusScript.write(type, codec: try Corpus.codec("packed"), directory: directory.path)
    #expect(StoreText.difference(try entry.content(), store.text) == nil)
  }

  @Test(
    "Each store is opened with its content, or refused as older and left as it is", arguments: Corpus.entries)
  func opening(entry: Corpus.Entry) throws {
    let directory = try TemporaryDirectory.inMemory()
    try entry.copy(to: directory.path)
    let before = try Corpus.files(directory.path)
    let type = try #require(BuiltInBackends.named(entry.backend))
    let backend = try type.init(
      StoreEnvironment(
        directory: directory.path, durability: .powerDurable, codec: try Corpus.codec("json"), seed: 1))
    let found: String
    do throws(StorageError) {
      found = try Corpus.text(backend)
    } catch {
      guard case .unsupportedVersion(_, let version, let newestKnown) = error, !entry.isCurrent else {
        Issue.record("\(error)")
        return
      }
      #expect(version < newestKnown)
      // It stays on the shelf, so that its owner knows that there is something.
      #expect(try backend.listLibrary().map(\.id.rawValue) == [0xD0C])
      #expect(try Corpus.files(directory.path) == before)
      return
    }
    #expect(StoreText.difference(found, try entry.content()) == nil)
    // What closing makes of it holds the same, whatever codec wrote it first.
    try backend.closeDocument()
    #expect(StoreText.difference(try Corpus.text(backend), try entry.content()) == nil)
  }

  @Test(
    "Each store moves to every backend without loss, or is refused and left as it is",
    arguments: Corpus.entries, ["snapshot", "journal", "sqlite", "monolith"])
  func migration(entry: Corpus.Entry, backend: String) throws {
    let directory = try TemporaryDirectory.inMemory()
    let store = directory.path + "/store"
    try entry.copy(to: store)
    let before = try Corpus.files(store)
    let type = try #require(BuiltInBackends.named(backend))
    let codec = try Corpus.codec("json-delta.z")
    let outcome: MigrationOutcome
    do throws(MigrationError) {
      outcome = try Migration(MigrationRequest(store: store, target: type, codec: codec)).run()
    } catch {
      #expect(!entry.isCurrent, "\(error)")
      #expect("\(error)".contains("has format version 1, older than the version 2"), "\(error)")
      #expect(try Corpus.files(store) == before)
      return
    }
    if case .nothingToDo = outcome.result {
      #expect(entry.isCurrent)
      // Reading a database leaves an empty log and shared memory beside it, as every reader does.
      #expect(try Corpus.files(store).filter { !$0.key.hasSuffix("-shm") && !$0.value.isEmpty } == before)
      return
    }
    let moved = try type.init(StoreEnvironment(directory: store, durability: .processCrash, codec: codec))
    #expect(StoreText.difference(try Corpus.text(moved), try entry.content()) == nil)
  }

  @Test(
    "The reader in Python finds the content of each store of today", .enabled(if: PythonReader.isInstalled),
    arguments: Corpus.entries.filter(\.isCurrent))
  func reading(entry: Corpus.Entry) throws {
    let output = try #require(PythonReader.read([entry.path + "/store"]))
    #expect(StoreText.difference(output, try entry.content()) == nil)
  }

  @Test("The corpus stays small")
  func size() throws {
    let bytes = try Corpus.entries.reduce(0) { sum, entry in
      try Corpus.files(entry.path).values.reduce(sum) { $0 + $1.count }
    }
    #expect(bytes < 200_000)
  }
}
