internal import InkModel

/// The list of pages, with what can be wrong about a change of it.
extension DocumentInfo {
  mutating func add(_ page: PageInfo, at index: Int) throws(StorageError) {
    guard pages.indices.contains(index) || index == pages.count else {
      throw .misuse("page \(page.id.name) can't be added at place \(index) of \(pages.count)")
    }
    guard !pages.contains(where: { $0.id == page.id }) else {
      throw .misuse("page \(page.id.name) is in the document already")
    }
    pages.insert(page, at: index)
  }

  mutating func delete(_ id: PageID) throws(StorageError) {
    pages.remove(at: try index(of: id))
  }

  mutating func move(_ id: PageID, to index: Int) throws(StorageError) {
    let old = try self.index(of: id)
    guard pages.indices.contains(index) else {
      throw .misuse("page \(id.name) can't move to place \(index) of \(pages.count)")
    }
    pages.insert(pages.remove(at: old), at: index)
  }

  private func index(of id: PageID) throws(StorageError) -> Int {
    guard let index = pages.firstIndex(where: { $0.id == id }) else { throw .missing("page \(id.name)") }
    return index
  }
}
