import InkModel
import InkSimulation
import InkTrace
import Testing

/// Compressibility decides how codecs compare, so generated ink must compress like real ink.
@Suite("Deflated ink") struct DeflatedInkTests {
  static func bytesPerPoint(_ style: HandStyle) throws -> Double? {
    var workload = Workload()
    workload.hand.style = style
    workload.document.basePages = 1
    workload.page.strokesPerPage = Quantity(.constant(200), within: 1...2_500)
    var text = DeflatedText()
    var page = Page(id: PageID(rawValue: 0))
    for seed in 1...20 {
      try GeneratedPages(workload, seed: UInt64(seed)).fill(&page, index: 0)
      for case .stroke(let stroke) in page.elements { text.add(page.arena.points(of: stroke)) }
    }
    return text.bytesPerPoint()
  }

  @Test("Generated writing deflates like real ink, within a tenth", arguments: [HandStyle.print, .cursive])
  func likeRealInk(style: HandStyle) throws {
    let row = RealInk.compare(deflatedBytesPerPoint: try Self.bytesPerPoint(style))
    #expect(row.isWithin == true, "\(row.generated ?? .nan) \(row.unit) instead of \(row.real)")
  }
}
