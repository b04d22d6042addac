internal import InkModel

/// The cover is a cache: making it and writing it may fail without a word, and its absence harms nothing.
///
/// It follows at the moments at which level 0 makes its deferred thumbnails: when a page is left, in a long
/// pause, and with the import of the first page. It is written with the document's row, which follows then
/// anyway.
extension OpenSQLiteDocument {
  /// Notes that pages were saved.
  func noteSaved(_ changes: ChangeSet) {
    noteModified(changes.timeMilliseconds)
    let first = info.pages.first?.id
    if changes.pages.contains(where: { $0.page.id == first }) { isCoverStale = true }
  }

  /// Makes the cover anew if it shows an older version or another page; the document's row is then due.
  func refreshCover() {
    guard let first = info.pages.first else {
      if cover != nil { takeCover(nil) }
      return
    }
    guard isCoverStale || cover?.page != first.id, !damaged.contains(first.id) else { return }
    // An empty page that was never drawn on needs no picture, as it has none at level 0.
    guard isCoverStale || totals[first.id] != PageTotals() else {
      if cover != nil { takeCover(nil) }
      return
    }
    scratch.reset(id: first.id)
    guard (try? readElements(of: first.id, into: &scratch)) != nil else { return }
    takeCover(of: scratch)
  }

  /// Makes the cover of a page that is the first.
  func takeCover(of page: borrowing Page) {
    let id = page.id
    guard let first = info.pages.first, first.id == id else { return }
    takeCover(Cover(page: id, picture: Thumbnail.encode(page, canvas: first.canvas)))
  }

  private func takeCover(_ new: Cover?) {
    isCoverStale = false
    guard cover != new else { return }
    cover = new
    isModifiedStale = true
  }
}
