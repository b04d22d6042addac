internal import InkModel
internal import InkStorage

/// A page is one file, which each save puts a new version in the place of.
package class PageFileStore: ToyStore {
  /// Puts new bytes in the place of a page's file, or makes it.
  func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    try Posix.replace(path, with: bytes)
  }

  override final func storePage(_ page: borrowing Page) throws(StorageError) {
    try replace(pagePath(page.id), with: environment.codec.bytes(of: page).sealed)
  }

  override final func readPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    let path = pagePath(id)
    guard let sealed = try Posix.read(path) else { throw .missing("file of page \(id.name)") }
    guard let bytes = sealed.unsealed else {
      throw .damaged(path: path, reason: "its \(sealed.count) bytes fail their checksum")
    }
    try environment.codec.read(bytes, from: path, into: &page)
  }
}
