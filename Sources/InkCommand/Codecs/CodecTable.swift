internal import InkModel

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
      "memcpy", NumberText.short(Double(SamplePoint.byteCount)),
      NumberText.short(comparison.memcpyGigabytesPerSecond), spread(comparison.memcpySpread), "", "", "1", "",
    ]
    let lines = TextLayout.table([header] + comparison.codecs.map(cells) + [copy])
    let note = TextLayout.wrap(
      "Speeds are of the points' 16 bytes in memory, the same for all codecs; both directions take the checksum of a "
        + "page file along. The last columns are times, to that of copying the points. ± is half the distance "
        + "between the quartiles of the rounds.")
    return ([head, ""] + lines + [""] + note).joined(separator: "\n") + "\n"
  }

  private static func cells(_ row: CodecComparison.Row) -> [String] {
    [
      row.name, NumberText.short(row.bytesPerPoint), NumberText.short(row.encodeGigabytesPerSecond),
      spread(row.encodeSpread), NumberText.short(row.decodeGigabytesPerSecond), spread(row.decodeSpread),
      NumberText.short(row.encodeToMemcpy), NumberText.short(row.decodeToMemcpy),
    ]
  }

  private static func spread(_ share: Double) -> String { "± \(NumberText.short(share * 100)) %" }
}
