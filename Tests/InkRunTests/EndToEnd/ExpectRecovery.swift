import Foundation
import InkModel
import InkStorage

/// Opens what a crash left by a store's own recovery, twice, and throws where it does not hold what it
/// should.
///
/// `bundle` is a directory of `inkbench crash export`, which is only read: a copy of its store is opened.
/// Under the promise `durable` each page must be the version that was acknowledged or the one whose save was
/// under way, under `consistent` it must open, each with all its images, and under `none` the document must.
func expectRecovery(
  of bundle: String, by backend: any StorageBackend.Type, codec: any PageCodec
) throws {
  let data = try Data(contentsOf: URL(filePath: bundle + "/bundle.json"))
  let expected = try JSONDecoder().decode(ExpectedState.self, from: data)
  guard expected.schema == "inkbench-crash-bundle/2" else {
    throw WrongRecovery("'\(bundle)' has the version '\(expected.schema)', which this code can't read")
  }
  let place = FileManager.default.temporaryDirectory.appending(path: "crash-\(UUID().uuidString)")
  try FileManager.default.copyItem(at: URL(filePath: bundle + "/state"), to: place)
  defer { try? FileManager.default.removeItem(at: place) }
  for opening in ["first", "second"] {
    let store = try backend.init(
      StoreEnvironment(
        directory: place.path(percentEncoded: false), durability: expected.durability, codec: codec, seed: 1))
    let document = try store.openDocument(DocumentID(rawValue: UInt64(expected.document, radix: 16) ?? 0))
    try expected.check(document.pages.map(\.id), in: store, opening: opening)
    try store.closeDocument()
  }
}

/// What does not hold, as a sentence.
struct WrongRecovery: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What `bundle.json` says of the state.
private struct ExpectedState: Decodable {
  struct Version: Decodable {
    var elements: Int
    var digest: String
  }

  struct ExpectedPage: Decodable {
    var id: String
    var acknowledged: Version?
    var begun: Version?
  }

  var schema: String
  var durability: Durability
  var promise: String
  var document: String
  var acknowledgedPages: [String]
  var begunPages: [String]
  var pages: [ExpectedPage]

  func check(_ ids: [PageID], in store: any StorageBackend, opening: String) throws {
    guard promise != "none" else { return }
    let names = ids.map(\.name)
    guard promise != "durable" || names == acknowledgedPages || names == begunPages else {
      throw WrongRecovery("the \(opening) opening lists the pages \(names), and not those that were saved")
    }
    for id in ids {
      var page = Page(id: id)
      try store.openPage(id, into: &page)
      for case .image(let image) in page.elements {
        guard (try? store.readAsset(image.asset)) != nil else {
          throw WrongRecovery(
            "the \(opening) opening shows page \(id.name) without its image \(image.asset.name)")
        }
      }
      let versions = pages.first { $0.id == id.name }.map { [$0.acknowledged, $0.begun].compactMap(\.self) }
      guard promise != "durable" || versions?.contains(where: { $0.digest == page.contentDigest }) == true
      else {
        throw WrongRecovery(
          "the \(opening) opening shows page \(id.name) with \(page.elements.count) elements, and not as saved"
        )
      }
    }
  }
}
