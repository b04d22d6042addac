internal import InkModel
internal import InkSimulation
internal import InkTrace

/// How far generated ink deflates as real ink does.
///
/// Method. Pages of the standard workload become the text that `DeflatedText` describes, and its deflated
/// bytes a sample are divided by the documented value of real ink. Exact: the same pages give the same bytes.
enum DeflationFigures: FigureMeter {
  static let names = ["simulate.deflated_to_real"]

  private static let pages = 40

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    var workload = try bench.workload(WorkloadLibrary.standardName)
    workload.document.basePages = pages
    let source = Simulator.base(of: workload, seed: UInt64(workload.seed)).source
    var text = DeflatedText()
    var page = Page(id: PageID(rawValue: 0))
    for index in 0..<pages {
      do throws(PageSourceError) { try source.fill(&page, index: index) } catch {
        throw CommandFailure(.internalError, error.description)
      }
      for case .stroke(let stroke) in page.elements { text.add(page.points(of: stroke)) }
    }
    guard let bytes = text.bytesPerPoint() else {
      throw CommandFailure(.internalError, "the pages have no samples")
    }
    return .exact(bytes / RealInk.deflatedBytesPerPoint)
  }
}
