import Foundation
import InkModel
import InkStorage

/// What `document.json` says of a document.
struct Shelf: Codable {
  struct Entry: Codable {
    var id: UInt64
    var width: Int32
    var height: Int32
    var createdMilliseconds: UInt64
  }

  var id: UInt64
  var title: String
  var modifiedMilliseconds: UInt64 = 0
  var pages: [Entry]

  init(_ document: DocumentInfo) {
    id = document.id.rawValue
    title = document.title
    pages = document.pages.map(Entry.init)
  }

  var document: DocumentInfo {
    DocumentInfo(id: DocumentID(rawValue: id), title: title, pages: pages.map(\.page))
  }

  var libraryEntry: LibraryEntry {
    LibraryEntry(
      id: DocumentID(rawValue: id), title: title, pageCount: pages.count,
      modifiedMilliseconds: modifiedMilliseconds)
  }

  /// Where a page stands in the list.
  func index(of page: PageID) throws(StorageError) -> Int {
    guard let index = pages.firstIndex(where: { $0.id == page.rawValue }) else {
      throw .missing("page \(page.name)")
    }
    return index
  }
}

extension Shelf.Entry {
  init(_ page: PageInfo) {
    self.init(
      id: page.id.rawValue, width: page.canvas.width, height: page.canvas.height,
      createdMilliseconds: page.createdMilliseconds)
  }

  var page: PageInfo {
    PageInfo(
      id: PageID(rawValue: id), canvas: Canvas(width: width, height: height),
      createdMilliseconds: createdMilliseconds)
  }
}
