package import InkModel

/// Recorded ink of other programs, as a session.
///
/// Each file is read as a stream into pages of strokes and images; what is damaged in a known way is mended
/// or left out, and counted. Then the pages become one session: a document of empty pages that the writer
/// fills, page after page, in the order in which the files list the elements. Times that the files don't have
/// are made up and marked as such.
package enum InkImporter {
  /// The formats that are read, as messages name them.
  static let supported = "Xournal++ (.xopp, .xoj) and InkML"

  /// Imports files, their pages one after another, as one session.
  ///
  /// The format is told by the content, never by the name.
  package static func importFiles(
    _ paths: [String]
  ) throws(TraceError) -> (session: Session, report: ImportReport) {
    var ink = RecordedInk()
    var formats: [String] = []
    for path in paths {
      let format = try read(path, into: &ink)
      if !formats.contains(format) { formats.append(format) }
    }
    guard let first = paths.first else {
      throw TraceError(.unreadable, file: "", "no file to import was named")
    }
    let report = ink.report
    guard report.strokes + report.images > 0 else {
      let reason = report.repairs.isEmpty ? "" : " (\(report.repairSummary))"
      throw TraceError(
        .malformed, file: first, "holds no stroke and no image that can be read\(reason); import another file"
      )
    }
    let session = SessionAssembly.session(of: ink, formats: formats, paths: paths)
    return (session, report)
  }

  /// Reads one file to the end of the ink, and returns the name of its format.
  private static func read(_ path: String, into ink: inout RecordedInk) throws(TraceError) -> String {
    let start = TraceStart.read(from: try TraceInput(path: path, ignoresTrailingBytes: true))
    let input = try TraceInput(path: path, ignoresTrailingBytes: true)
    if start.isEmpty {
      // Damage at the very beginning leaves no bytes either; reading again says what it is.
      var byte: [UInt8] = [0]
      _ = try input.read(into: &byte, from: 0)
      throw TraceError(.malformed, file: path, "is empty; take another copy of the file")
    }
    if let refusal = FormatSniffer.refusal(of: start) { throw TraceError(.malformed, file: path, refusal) }
    let reader = InkXMLDispatch(ink: ink)
    ink = RecordedInk()  // The reader is its only owner now, so that it grows in place.
    try XMLStream.parse(input, with: reader)
    let format = reader.formatName
    ink = reader.takeInk()
    if input.hasTrailingBytes { ink.report.count(.trailingBytes) }
    return format
  }
}
