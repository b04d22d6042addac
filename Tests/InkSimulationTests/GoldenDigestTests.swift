import Foundation
import InkModel
import InkSimulation
import Testing

/// The sessions and base pages of the library against a golden file, the same in debug and release and on
/// every machine.
///
/// `INKBENCH_UPDATE_GOLDEN=1 swift test --filter GoldenDigestTests` writes it anew: whoever changes the bytes
/// of sessions makes every figure measured before incomparable, so do it knowingly.
@Suite("Golden digests") struct GoldenDigestTests {
  @Test("The library's workloads with their seeds give the sessions and pages that they always gave")
  func digests() throws {
    var text = ""
    for name in WorkloadTests.shipped {
      let workload = try WorkloadLibrary.load(name, folder: "none")
      let session = try Simulator.session(of: workload, seed: UInt64(workload.seed))
      text += "\(name) session \(session.digest()) pages \(try Self.pagesDigest(of: session.base))\n"
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/digests.txt")
    if ProcessInfo.processInfo.environment["INKBENCH_UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    let lines = (text.split(separator: "\n"), golden.split(separator: "\n"))
    #expect(lines.0.count == lines.1.count)
    for (found, expected) in zip(lines.0, lines.1) { #expect(found == expected) }
  }

  /// The content of the first and the last base page: a session's digest names bases by their workload alone.
  private static func pagesDigest(of base: Base) throws -> String {
    let count = base.document.pages.count
    guard count > 0 else { return "none" }
    var digest = Digest()
    var page = Page(id: PageID(rawValue: 0))
    for index in [0, count - 1] {
      try base.source.fill(&page, index: index)
      for element in page.elements { digest.feed(element.id.rawValue, 0) }
      for point in page.arena.points { digest.feed(point) }
    }
    return digest.text
  }
}
