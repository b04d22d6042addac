internal import InkModel
internal import InkReport

/// A comparison of codecs as text for a terminal.
enum CodecTable {
  static func text(_ comparison: CodecComparison) -> String {
    let all = comparison.documentPages == 1 ? "1 page" : "\(comparison.documentPages) pages"
    let pages = comparison.pages == comparison.documentPages ? all : "\(comparison.pages) of \(all)"
    let head =
      "\(comparison.session): \(pages), \(comparison.strokes) strokes, \(comparison.points) points; "
      + "\(comparison.rounds) rounds"
    let header = [
      "codec", "bytes/point", "encode GB/s", "", "decode GB/s", "", "encode ÷ memcpy", "decode ÷ memcpy",
    ]
    let copy = [
      "memcpy", Humanised.count(Double(SamplePoint.byteCount)),
      Humanised.count(comparison.memcpyGigabytesPerSecond), spread(comparison.memcpySpread), "", "", "1", "",
    ]
    let lines = TextLayout.table([header] + comparison.codecs.map(cells) + [copy])
    let note = TextLayout.wrap(
      "Speeds are of the points' 16 bytes in memory, the same for all codecs, on one core in CPU time; both directions "
        + "take the checksum of a page file along. The last columns are times, to that of copying the points. ± is half the distance "
        + "between the quartiles of the rounds.")
    return ([head, ""] + lines + [""] + note).joined(separator: "\n") + "\n"
  }

  private static func cells(_ row: CodecComparison.Row) -> [String] {
    [
      row.name, Humanised.count(row.bytesPerPoint), Humanised.count(row.encodeGigabytesPerSecond),
      spread(row.encodeSpread), Humanised.count(row.decodeGigabytesPerSecond), spread(row.decodeSpread),
      Humanised.count(row.encodeToMemcpy), Humanised.count(row.decodeToMemcpy),
    ]
  }

  private static func spread(_ share: Double) -> String { "± \(Humanised.count(share * 100)) %" }
}
