internal import InkModel
internal import InkReport
package import InkSimulation

/// The document whose moments are measured: the base of a workload, with pages enough for a large flush.
package struct MomentsDocument: Codable, Hashable, Sendable {
  /// The workload's canonical JSON text.
  private let json: String
  package let seed: UInt64
  package private(set) var pageCount = 0
  package private(set) var strokeCount = 0
  package private(set) var pointCount = 0
  /// The page that is opened: the middle one by size.
  package private(set) var openedPage = 0
  package private(set) var openedPagePointCount = 0

  /// The most pages that a flush is tried with must all be there.
  private static let pagesMin = Moment.flushSizes.max() ?? 1

  /// Makes the pages of a workload once, to learn how large they are.
  package init(workload: Workload, seed: UInt64) throws(RunError) {
    var workload = workload
    workload.document.basePages = max(workload.document.basePages, Self.pagesMin)
    json = workload.canonicalText
    self.seed = seed
    let base = try base()
    pageCount = base.document.pages.count
    var sizes: [(points: Int, index: Int)] = []
    var page = Page(id: PageID(rawValue: 0))
    for index in base.document.pages.indices {
      do { try base.source.fill(&page, index: index) } catch { throw .input(error.description) }
      sizes.append((page.pointCount, index))
      pointCount += page.pointCount
      strokeCount += page.elements.count { if case .stroke = $0 { true } else { false } }
    }
    (openedPagePointCount, openedPage) = sizes.sorted { $0 < $1 }[sizes.count / 2]
  }

  /// The document and where its pages come from.
  func base() throws(RunError) -> Base {
    do { return try Simulator.base(fromWorkloadJSON: json, seed: seed) } catch {
      throw .input("\(error)")
    }
  }
}
