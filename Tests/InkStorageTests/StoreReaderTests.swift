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
    let output = try #require(PythonReader.read([directory.path]))
    // Each text begins with the document's name, and the reader goes by name.
    if let difference = StoreText.difference(output, documents.sorted().joined()) {
      Issue.record("\(difference)")
    }
    let files = SoundStore.paths(under: directory.path, prefix: "")
    for (folder, ending) in Self.wanted(backend) {
      #expect(files.contains { $0.contains(folder) && $0.hasSuffix(ending) }, "\(folder)…\(ending)")
    }
  }

  /// What a store is not tried without: edits in journals and logs, images inside and outside.
  private static func wanted(_ backend: String) -> [(folder: String, ending: String)] {
    switch backend.prefix(while: { $0 != "-" }) {
    // It keeps a journal of the list, and of pages with more ink than these.
    case "journal" where backend.hasSuffix("hybrid"): [(".lnote/document", ".journal")]
    case "journal": [(".lnote/document", ".journal"), ("/pages/", ".journal"), ("/assets/", ".jpg")]
    case "sqlite" where backend.hasSuffix("inside"): [("", ".sqlite-wal")]
    case "sqlite": [("", ".sqlite-wal"), (".assets/", ".jpg")]
    case "monolith": [("", ".notebook")]
    default: [("/pages/", ".content"), ("/assets/", ".jpg")]
    }
  }

  private static let damagedCount = 60

  @Test(
    "Of a damaged store the reader and the backend say the same, or both refuse it",
    arguments: ["snapshot", "journal", "monolith", "sqlite"])
  func damage(backend: String) throws {
    let stores = try DamagedLives(backend, count: Self.damagedCount)
    let answers = try #require(PythonReader.readEach(stores.directories.map(\.path)))
    #expect(answers.count == stores.directories.count)
    var refusals = 0
    for (index, answer) in answers.enumerated() {
      let isRefused = answer.hasPrefix("refused")
      switch stores.answer(index) {
      case .success(let text):
        // The reader may not refuse what the backend takes, nor read anything else out of it.
        if let difference = StoreText.difference(answer, text) {
          Issue.record("\(stores.damages[index]): \(difference)")
        }
      case .failure(let error):
        refusals += 1
        #expect(isRefused, "\(stores.damages[index]) is refused by the backend alone: \(error)")
      }
    }
    // No byte of a notebook is without a checksum; elsewhere there are caches, orphans and torn ends.
    let all = Self.damagedCount
    #expect(backend == "monolith" ? refusals == all : refusals > all / 5 && refusals < all, "\(refusals)")
  }
}
