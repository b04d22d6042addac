import InkModel
import InkTestFixtures
import InkTrace
import Testing

@Suite("Real") struct ImportTests {
  @Test func real() throws {
    for f in ["xopp/geophys_notes.xopp", "xopp/usuzumi_archery_notes.xopp", "inkml/msinkmljs_ink1.xml", "inkml/msinkmljs_ink2.xml"] {
      let (s, r) = try InkImporter.importFiles(["../../shared/ink/" + f])
      print(f, r.pages, r.strokes, r.points, r.images, r.repairSummary, s.times, s.events.last!.startMilliseconds, s.base.document.pages[0].canvas)
    }
  }
}
