import InkModel
import InkTrace
import Testing

/// A file and what becomes of it.
struct ImportCase: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable {
    case read(strokes: Int, points: Int, repairs: [ImportReport.Repair: Int])
    case refused(String)
  }

  var name: String
  var bytes: [UInt8]
  var outcome: Outcome
  var testDescription: String { name }

  static func read(
    _ name: String, _ bytes: [UInt8] = [], strokes: Int, points: Int,
    _ repairs: [ImportReport.Repair: Int] = [:]
  ) -> Self {
    Self(name: name, bytes: bytes, outcome: .read(strokes: strokes, points: points, repairs: repairs))
  }

  static func refused(_ name: String, _ bytes: [UInt8] = [], _ message: String) -> Self {
    Self(name: name, bytes: bytes, outcome: .refused(message))
  }

  /// Imports a file and compares what came of it.
  func check(_ path: String) {
    do throws(TraceError) {
      let (session, report) = try InkImporter.importFiles([path])
      guard case .read(let strokes, let points, let repairs) = outcome else {
        Issue.record("\(name) was read: \(report)")
        return
      }
      #expect(report.strokes == strokes)
      #expect(report.points == points)
      #expect(session.arena.points.count == points)
      #expect(Dictionary(uniqueKeysWithValues: report.repairs.map { ($0.what, $0.count) }) == repairs)
    } catch {
      guard case .refused(let message) = outcome else {
        Issue.record("\(name) was refused: \(error)")
        return
      }
      #expect(error.message == message)
      #expect(error.kind == .malformed)
      #expect(error.file == path)
    }
  }

  static let empty = "is empty; take another copy of the file"
  static let webPage = "is a web page and not ink; download the file itself"
  static let cutGzip = "the compressed data ends too early: the file was cut short; take another copy of it"
  static let badChecksum =
    "the compressed data is damaged (incorrect data check); take another copy of the file"
  static let brokenXML = "the XML is broken or ends too early; repair it or take another copy of the file"
  static let notUTF8 = "is not UTF-8 text; save it as UTF-8 or take another copy of the file"
  static let supported = "supported: Xournal++ (.xopp, .xoj) and InkML"

  /// The sentence when nothing is left, with the repairs that it lists.
  static func nothingLeft(_ repairs: String) -> String {
    "holds no stroke and no image that can be read\(repairs); import another file"
  }

  /// Files of our own making, one for each kind of damage.
  static let own: [Self] = [
    .read("sound", PackageResources.sound_xopp, strokes: 1, points: 3),
    .read("plain XML", PackageResources.plain_xoj, strokes: 1, points: 3),
    .read("byte order mark and CRLF", PackageResources.byte_order_mark_xopp, strokes: 1, points: 3),
    .read("two gzip members", PackageResources.two_members_xopp, strokes: 1, points: 3),
    .read(
      "trailing bytes", PackageResources.trailing_bytes_xopp, strokes: 1, points: 3, [.trailingBytes: 1]),
    .refused("truncated gzip", PackageResources.truncated_gzip_xopp, cutGzip),
    .refused("bad checksum", PackageResources.bad_checksum_xopp, badChecksum),
    .refused("nothing", [], empty),
    .refused("gzip of nothing", PackageResources.empty_gzip_xopp, empty),
    .refused("web page", PackageResources.web_page_xopp, webPage),
    .refused(
      "LFS pointer", PackageResources.lfs_pointer_xopp,
      "is a Git LFS pointer and not the file itself; fetch it with 'git lfs pull'"),
    .refused(
      "future version", PackageResources.future_version_xopp,
      "is of file version 5, and versions to 4 are known; save it in an older form"),
    .refused(
      "ZIP form", PackageResources.zip_form_xopp,
      "the ZIP form of Xournal++ files (unpack it and import its content.xml) is not supported yet; \(supported)"
    ),
    .refused(
      "Session file", PackageResources.golden_inksession,
      "is a session file already; give it where a session is wanted"),
    .refused("noise", [1, 2, 3, 0, 255], "is in no known format; \(supported)"),
    .refused(
      "other root", PackageResources.other_root_xopp,
      "has the root element <notebook>, which is no known format; \(supported)"),
    .refused(
      "reMarkable", Array("reMarkable .lines file, version=5".utf8),
      "reMarkable is not supported yet; \(supported)"),
    .refused(
      "Rnote", Array("{\"version\":\"0.9\",\"data\":{}}".utf8), "Rnote is not supported yet; \(supported)"),
    .refused(
      "Universal Ink Model", Array("RIFF\u{1}\u{1}\u{1}\u{1}UINK".utf8),
      "Universal Ink Model is not supported yet; \(supported)"),
    .refused(
      "Quick, Draw!", Array("{\"word\":\"cat\",\"drawing\":[]}".utf8),
      "Quick, Draw! is not supported yet; \(supported)"),
    .refused("UNIPEN", Array(".VERSION 1.0\n".utf8), "UNIPEN is not supported yet; \(supported)"),
    .refused(
      "SVG", Array("<?xml version=\"1.0\"?><svg/>".utf8),
      "SVG, as Write keeps it, is not supported yet; \(supported)"),
    .read(
      "odd count, exponents", PackageResources.odd_count_xopp, strokes: 1, points: 4,
      [.oddCoordinate: 1, .discardedStroke: 2]),
    .read(
      "not numbers", PackageResources.not_numbers_xopp, strokes: 2, points: 4,
      [.unreadablePoint: 3, .splitStroke: 1]),
    .read(
      "bad pressures", PackageResources.bad_pressures_xopp, strokes: 3, points: 7,
      [.unreadablePressure: 3, .splitStroke: 1]),
    .read(
      "pressure counts", PackageResources.pressure_counts_xopp, strokes: 4, points: 12,
      [.surplusPressures: 3, .missingPressures: 2]),
    .read("pressures attribute", PackageResources.pressures_attribute_xopp, strokes: 1, points: 4),
    .read(
      "no width", PackageResources.no_width_xopp, strokes: 2, points: 5,
      [
        .unreadableWidth: 3, .unreadablePageSize: 1, .unreadablePressure: 2, .discardedStroke: 1,
        .unknownTool: 1,
      ]),
    .read("text in pieces", PackageResources.text_in_pieces_xopp, strokes: 1, points: 6, [.skippedText: 1]),
    .read("images", PackageResources.images_xopp, strokes: 1, points: 2, [.skippedImage: 2]),
    .refused(
      "stroke outside of pages", PackageResources.outside_page_xopp,
      "a stroke stands outside of all pages; repair the file"),
    .refused("blank", PackageResources.blank_xopp, nothingLeft("")),
    .refused("UTF-16", [0xFF, 0xFE, 0x3C, 0x00], notUTF8),
    .refused("a name that is no UTF-8", Array("<ink a".utf8) + [0xFF] + Array("=\"1\"/>".utf8), notUTF8),
    .refused("a character cut by the end", Array("<ink/>".utf8) + [0xC3], notUTF8),
    .refused(
      "entities that multiply", PackageResources.entity_bomb_inkml,
      "declares a document type of its own (<!DOCTYPE …[…]>); remove the declaration"),
    .read(
      "instructions, comments, literal data and a document type", PackageResources.instructions_inkml,
      strokes: 2,
      points: 3, [.unreadablePoint: 1, .splitStroke: 1]),
    .refused("cut XML", PackageResources.cut_inkml, brokenXML),
    .read(
      "bad point", PackageResources.bad_point_inkml, strokes: 2, points: 4,
      [.unreadablePoint: 3, .splitStroke: 1, .discardedStroke: 2]),
    .read(
      "a point lost among differences",
      Array("<ink><trace>1 1,'2'2,bad,3 3,4 4</trace><trace>1 1,bad,3 3</trace></ink>".utf8), strokes: 3,
      points: 4, [.unreadablePoint: 4, .splitStroke: 1]),
    .read(
      "all forms of InkML values", PackageResources.forms_inkml, strokes: 5, points: 13,
      [.penUpTrace: 1, .surplusValue: 1, .lostContinuation: 1, .backwardTime: 1]),
    .read("times in seconds", PackageResources.timed_inkml, strokes: 2, points: 5),
    .read("resolution", PackageResources.resolution_inkml, strokes: 1, points: 3),
  ]
}
