package import InkModel
package import InkStorage

/// Writes the document as it is when a session begins.
package enum BaseBuilder {
  /// Makes the base of a session in an empty store, and closes it.
  ///
  /// Pages are made and loaded one at a time in the same memory. `progress` hears of each page loaded.
  package static func build(
    _ base: Base, with backend: any StorageBackend.Type, in environment: StoreEnvironment,
    progress: (_ pagesLoaded: Int) -> Void = { _ in }
  ) throws(ReplayError) {
    do throws(StorageError) {
      let store = try backend.init(environment)
      try store.createDocument(base.document)
      for asset in base.assets {
        let bytes = AssetBytes.make(asset.id, byteCount: asset.byteCount)
        // Unsafe to the compiler only: the bytes of integers have no padding.
        try unsafe store.insertAsset(asset.id, bytes: bytes.span.bytes)
      }
      try load(base, into: store, progress)
      try store.finishLoading()
      try store.closeDocument()
    } catch {
      throw .store(error, step: 0, action: "building the base")
    }
  }

  private static func load(
    _ base: Base, into store: any StorageBackend, _ progress: (Int) -> Void
  ) throws(StorageError) {
    var page = Page(id: PageID(rawValue: 0))
    for index in base.document.pages.indices {
      do { try base.source.fill(&page, index: index) } catch { throw .misuse(error.description) }
      if !page.elements.isEmpty { try store.loadPage(page) }
      progress(index + 1)
    }
  }
}
