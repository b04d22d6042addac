internal import InkModel

extension StoreInventory {
  /// The first place at which a store does not hold what another one does, as a sentence; nil if it does.
  ///
  /// Counts come before digests only to say more: content that differs at equal counts is a difference too.
  func firstDifference(from old: StoreInventory) -> String? {
    guard documents.map(\.info.id) == old.documents.map(\.info.id) else {
      return "it has \(documents.count) documents where \(old.documents.count) were expected, or others"
    }
    for (new, old) in zip(documents, old.documents) {
      if let difference = new.firstDifference(from: old) {
        return "document '\(old.info.title)' (\(old.info.id.name)): \(difference)"
      }
    }
    return nil
  }
}

extension DocumentInventory {
  /// As for a whole store; assets that no page shows may be gone, since closing removes them.
  func firstDifference(from old: DocumentInventory) -> String? {
    guard info.title == old.info.title else { return "its title is '\(info.title)'" }
    guard info.pages.map(\.id) == old.info.pages.map(\.id) else {
      return "its pages are not the same, or not in the same order"
    }
    for (index, page) in info.pages.enumerated() where page != old.info.pages[index] {
      return "page \(index + 1): its size or time of making differs"
    }
    for (index, page) in pages.enumerated() {
      let wanted = old.pages[index]
      guard page.elementCount == wanted.elementCount else {
        return "page \(index + 1): \(page.elementCount) elements where \(wanted.elementCount) were expected"
      }
      guard page.digest == wanted.digest else {
        return "page \(index + 1): its \(page.elementCount) elements are not those that were expected"
      }
    }
    let found = Dictionary(uniqueKeysWithValues: assets.map { ($0.id, $0) })
    for wanted in old.assets {
      guard let asset = found[wanted.id] else {
        guard wanted.isShown else { continue }
        return "image \(wanted.id.name) is missing"
      }
      guard asset.byteCount == wanted.byteCount, asset.digest == wanted.digest else {
        return "image \(wanted.id.name): its \(asset.byteCount) bytes are not those that were expected"
      }
    }
    guard assets.allSatisfy({ asset in old.assets.contains { $0.id == asset.id } }) else {
      return "it has an image that was not there before"
    }
    return nil
  }
}
