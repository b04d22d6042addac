package import InkModel

/// What a store holds, by counts and digests: all that a migration must not change.
package struct StoreInventory: Hashable, Sendable {
  package var documents: [DocumentInventory] = []

  package var pageCount: Int { documents.reduce(0) { $0 + $1.pages.count } }
  package var elementCount: Int { sum(\.elementCount) }
  package var pointCount: Int { sum(\.pointCount) }
  package var assetCount: Int { documents.reduce(0) { $0 + $1.shownAssets.count } }
  package var assetByteCount: Int {
    documents.reduce(0) { $0 + $1.shownAssets.reduce(0) { $0 + $1.byteCount } }
  }
  /// Pages of which the new store does not keep everything.
  package var reducedPageCount: Int { documents.reduce(0) { $0 + $1.pages.count(where: \.isReduced) } }
  /// Assets that no page shows, readable or not.
  package var unshownAssetCount: Int {
    documents.reduce(0) { $0 + $1.unreadableAssetCount + $1.assets.count { !$0.isShown } }
  }

  /// The name of all content: titles, lists of pages, elements, samples, assets that pages show.
  package var digest: String {
    var digest = Digest()
    for document in documents {
      digest.feed(document.info.id.rawValue, UInt64(document.pages.count))
      digest.feed(document.info.title)
      for (page, content) in zip(document.info.pages, document.pages) {
        digest.feed(page.id.rawValue, page.createdMilliseconds)
        digest.feed(
          UInt64(UInt32(bitPattern: page.canvas.width)), UInt64(UInt32(bitPattern: page.canvas.height)))
        digest.feed(content.digest)
      }
      for asset in document.shownAssets { digest.feed(asset.digest) }
    }
    return digest.text
  }

  private func sum(_ count: KeyPath<PageInventory, Int>) -> Int {
    documents.reduce(0) { $0 + $1.pages.reduce(0) { $0 + $1[keyPath: count] } }
  }
}

/// What one document holds.
package struct DocumentInventory: Hashable, Sendable {
  package var info: DocumentInfo
  package var modifiedMilliseconds: UInt64 = 0
  /// In the order of the document's list.
  package var pages: [PageInventory] = []
  /// In ascending order.
  package var assets: [AssetInventory] = []

  /// Assets that no page shows and that can't be read.
  package var unreadableAssetCount = 0

  var shownAssets: [AssetInventory] { assets.filter(\.isShown) }

  /// Notes again which of the assets pages show.
  mutating func markShownAssets() {
    let shown = pages.reduce(into: Set<AssetID>()) { $0.formUnion($1.shownAssets) }
    for index in assets.indices { assets[index].isShown = shown.contains(assets[index].id) }
  }
}

/// What one page holds.
package struct PageInventory: Hashable, Sendable {
  package var elementCount: Int
  package var pointCount: Int
  package var opaqueByteCount: Int
  package var digest: String
  /// The assets that the page shows, ascending.
  package var shownAssets: [AssetID]
  /// Whether reducing the page to what a backend and codec keep of it has taken something away.
  package var isReduced = false

  init(_ page: borrowing Page) {
    elementCount = page.elements.count
    pointCount = page.pointCount
    opaqueByteCount = 0
    var assets: Set<AssetID> = []
    for element in page.elements {
      switch element {
      case .stroke(let stroke): opaqueByteCount += Int(stroke.opaque.count)
      case .image(let image): assets.insert(image.asset)
      }
    }
    shownAssets = assets.sorted { $0.rawValue < $1.rawValue }
    var digest = Digest()
    digest.feed(page)
    self.digest = digest.text
  }
}

/// What one asset holds.
package struct AssetInventory: Hashable, Sendable {
  package var id: AssetID
  package var byteCount: Int
  package var digest: String
  /// Whether a page shows it; if none does, it goes when the document is closed.
  package var isShown = true

  init(_ id: AssetID, _ bytes: [UInt8]) {
    self.id = id
    byteCount = bytes.count
    var digest = Digest()
    digest.feed(id.rawValue, 52)
    digest.feed(bytes: bytes, count: bytes.count)
    self.digest = digest.text
  }
}
