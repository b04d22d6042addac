import FoundationEssentials
import InkModel
import InkTestFixtures
import InkTrace
import Testing

/// Public files that stand beside the repository on some machines and not on others.
enum SharedInk {
  /// The folder, beside the package's root or one further up.
  static let folder: String? = {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return [root + "/../shared/ink", root + "/../../shared/ink"].first {
      FileManager.default.fileExists(atPath: $0)
    }
  }()
}

@Suite("Import: public ink", .enabled(if: SharedInk.folder != nil)) struct RealInkTests {
  @Test("Real documents come in with the strokes and points they have, less the stated repairs")
  func real() throws {
    let folder = try #require(SharedInk.folder)
    // 1,225 strokes of 30,250 points. The program that wrote it gave pen lifts a width of zero: their
    // segments go, and nine strokes that were nothing else.
    let geophysics = try InkImporter.importFiles([folder + "/xopp/geophys_notes.xopp"])
    #expect(geophysics.report.pages == 14)
    #expect(geophysics.report.strokes + geophysics.report.count(of: .discardedStroke) == 1_225)
    #expect(geophysics.report.count(of: .discardedStroke) == 9)
    #expect(geophysics.report.points + geophysics.report.count(of: .unreadablePressure) + 9 == 30_250)
    #expect(geophysics.report.images == 16)
    #expect(geophysics.report.count(of: .skippedText) == 34)
    #expect(geophysics.report.repairs.map(\.what) == [.unreadablePressure, .discardedStroke, .skippedText])
    #expect(geophysics.session.times == .synthetic)
    try geophysics.session.validate()

    let whole = [
      ("xopp/usuzumi_archery_notes.xopp", 337, 11_167), ("inkml/msinkmljs_ink1.xml", 13, 623),
      ("inkml/msinkmljs_ink2.xml", 7, 685),
    ]
    for (name, strokes, points) in whole {
      let (session, report) = try InkImporter.importFiles([folder + "/" + name])
      try session.validate()
      #expect(report.strokes == strokes)
      #expect(report.points == points)
      #expect(report.repairs.isEmpty)
    }
  }

  @Test("Real documents survive a session file")
  func sessionFile() throws {
    let folder = try #require(SharedInk.folder)
    let directory = try TemporaryDirectory()
    let session = try InkImporter.importFiles([
      folder + "/xopp/usuzumi_archery_notes.xopp", folder + "/inkml/msinkmljs_ink1.xml",
    ]).session
    try SessionFile.write(session, to: directory.path + "/a.inksession.gz")
    #expect(try readInline(directory.path + "/a.inksession.gz").digest() == session.digest())
  }

  @Test(
    "Every odd file is read with its repairs counted, or refused in one sentence", arguments: ImportCase.odd)
  func odd(_ example: ImportCase) throws {
    example.check(try #require(SharedInk.folder) + "/odd/" + example.name)
  }

  @Test("No odd file is left out of the table")
  func completeTable() throws {
    let folder = try #require(SharedInk.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/odd")
    #expect(names.sorted() == ImportCase.odd.map(\.name).sorted())
  }
}
