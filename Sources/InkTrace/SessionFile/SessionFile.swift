package import InkModel

/// Session files: the concrete, timed events of a session as lines of JSON.
///
/// A file (`.inksession`, or `.inksession.gz` compressed) has one JSON value a line, and nothing after the
/// last:
///
/// 1. the header: schema, name, origin, seed, digest, policy, document, assets, base, number of events;
/// 2. if the base is inline, one line for each page of the document, in the document's order;
/// 3. one line for each event and for each save that the app made on its device, in the order of their
///    start.
///
/// Identifiers are sixteen hexadecimal digits and the seed is decimal text, since readers of JSON lose bits
/// of large numbers. A stroke's points are one flat array of integers, five a sample: x, y (0.1 pt), time (ms
/// since pen-down), pressure (thousandths), radius (0.1 pt). The first five are the values themselves, all
/// others differences from the sample before. Opaque bytes are base64. `schema` has the same rules for a
/// machine.
///
/// Version 2 adds three keys to the header (`shapes`, `saveCount`, `droppedEventCount`), the lines of saves,
/// and strokes whose samples were dropped: such a stroke has the number of its samples, the size of their box
/// and their duration, and only the number of its opaque bytes. Shapes and bytes are made anew when it is
/// read. A recorder may write `null` for the digest.
///
/// The digest covers everything a replay depends on, so a file that was cut, changed or damaged is refused.
package enum SessionFile {
  static let schemaFamily = "inkbench-session/"

  /// The JSON Schema (draft 2020-12) that each line of a session file meets.
  package static var schema: String { String(decoding: PackageResources.session_schema_json, as: UTF8.self) }

  /// Writes a session, compressed if the path ends in `.gz`; the file appears whole or not at all.
  ///
  /// A session that breaks `SessionOrder` is refused, as no reader would take it.
  package static func write(_ session: borrowing Session, to path: String) throws(TraceError) {
    var session = copy session
    try SessionWriter.prepare(&session, path: path)
    var output = try TraceOutput(path: path)
    try SessionWriter.write(session, to: &output, path: path)
    try output.commit()
  }

  /// Reads a session, checks its digest, and holds it to `SessionOrder` line by line.
  ///
  /// Whether edits fit their pages is left to `Session.validate`. A base that names a workload instead of
  /// holding its pages is made by the closure, which also gets the session's seed; strokes whose samples were
  /// dropped are drawn by another, without which such a file is refused.
  package static func read(
    _ path: String, drawingShapes: ShapeDrawing? = nil,
    resolvingBase: (_ workloadJSON: String, _ seed: UInt64) throws(PageSourceError) -> any PageSource
  ) throws(TraceError) -> Session {
    var reader = try SessionReader(path: path, drawing: drawingShapes)
    return try reader.read(resolvingBase: resolvingBase)
  }

  /// Whether a file starts as a session file does, of whatever version; false if it can't be read.
  package static func isSessionFile(_ path: String) -> Bool {
    isSessionFile(startingWith: WholeFile.start(of: path))
  }

  /// Whether the first bytes of a file, decompressed, are those of a session file.
  package static func isSessionFile(startingWith bytes: [UInt8]) -> Bool {
    var cursor = unsafe JSONCursor(bytes.span.bytes)
    guard cursor.take("{"), (try? cursor.string()) == "schema", cursor.take(":") else { return false }
    return (try? cursor.string())?.hasPrefix(schemaFamily) ?? false
  }
}
