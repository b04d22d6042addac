internal import InkModel
internal import InkReplay
internal import InkStorage

/// What pages should hold at a step.
struct ExpectedPages {
  let history: DocumentHistory
  let backend: any StorageBackend.Type
  let codec: any PageCodec

  func list(by step: Int) -> [String] { history.pages(by: step).map { hexadecimal($0.id.rawValue) } }

  func pages(_ acknowledged: Int, _ begun: Int) throws(ReplayError) -> [CrashBundle.ExpectedPage] {
    let before = history.pages(by: acknowledged).map(\.id)
    let after = history.pages(by: begun).map(\.id)
    var pages: [CrashBundle.ExpectedPage] = []
    for id in before + after.filter({ !before.contains($0) }) {
      pages.append(
        CrashBundle.ExpectedPage(
          id: hexadecimal(id.rawValue),
          acknowledged: before.contains(id) ? try version(of: id, by: acknowledged) : nil,
          begun: after.contains(id) ? try version(of: id, by: begun) : nil))
    }
    return pages
  }

  private func version(of id: PageID, by step: Int) throws(ReplayError) -> CrashBundle.Version {
    var page = Page(id: id)
    try history.fill(&page, id: id, editCount: history.editCount(of: id, by: step))
    codec.makeCanonical(&page)
    backend.makeCanonical(&page)
    return CrashBundle.Version(elements: page.elements.count, digest: page.contentDigest)
  }
}
