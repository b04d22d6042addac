import InkModel

@testable import InkStorage

/// What a store must hold: everything that was acknowledged.
struct Truth {
  /// The document; nil before one was made.
  var info: DocumentInfo?
  var pages: [PageID: Page] = [:]

  /// What a store that was opened anew holds of two truths, page by page, and what it holds of neither.
  ///
  /// An interrupted step may have happened or not, page by page; anything else is a fault.
  static func found(
    in backend: any StorageBackend, _ document: DocumentID, earlier: Truth, later: Truth,
    assets: [AssetID: [UInt8]]
  ) throws(StorageError) -> (truth: Truth, faults: [String]) {
    var faults: [String] = []
    let found: DocumentInfo
    do {
      found = try backend.openDocument(document)
    } catch .missing {
      if earlier.info != nil { faults.append("the document is gone") }
      return (Truth(), faults)
    }
    if found != earlier.info, found != later.info { faults.append("the list of pages is another one") }
    var truth = Truth(info: found)
    var page = Page(id: PageID(rawValue: 0))
    for id in found.pages.map(\.id) {
      try backend.openPage(id, into: &page)
      let known = [earlier.pages[id], later.pages[id]].compactMap(\.self)
      if !known.contains(where: { page.hasSameContent(as: $0) }) {
        faults.append("page \(id.rawValue) holds \(page.elements.count) elements, and not those it should")
      }
      for case .image(let image) in page.elements
      where try backend.readAsset(image.asset) != assets[image.asset] {
        faults.append("page \(id.rawValue) names asset \(image.asset.rawValue), which is not there")
      }
      truth.pages[id] = page
    }
    return (truth, faults)
  }

  func hasSameContent(as other: Truth) -> Bool {
    info == other.info && pages.count == other.pages.count
      && pages.allSatisfy { id, page in other.pages[id].map { page.hasSameContent(as: $0) } ?? false }
  }
}
