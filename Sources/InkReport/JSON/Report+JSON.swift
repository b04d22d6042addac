extension Report {
  /// The published description of the format: JSON Schema, draft 2020-12.
  package static var jsonSchema: String {
    String(decoding: PackageResources.report_schema_json, as: UTF8.self)
  }

  /// The report as JSON: keys sorted, so that equal reports are equal files; lists of numbers on one line.
  package func json() -> [UInt8] {
    do throws(JSONRefusal) { return joiningNumberLists(try StrictJSON.encode(self)) } catch {
      // Only a number that is not finite can fail, and rows turn those into nil when they are made.
      preconditionFailure("a report holds a number that JSON can't: \(error.reason)")
    }
  }

  /// Reads a report file.
  package static func read(_ path: String) throws(ReportError) -> Report {
    try Report(json: Platform.read(path), path: path)
  }

  /// Whether a file is a report of an earlier version of the format, which this version can't read.
  package static func isEarlier(_ path: String) -> Bool {
    guard let json = try? Platform.read(path), let schema = try? StrictJSON.schema(of: json),
      let version = schema.split(separator: "/").last.flatMap({ Int($0) })
    else { return false }
    return schema == "inkbench-report/\(version)" && (1..<schemaVersion).contains(version)
  }

  /// Reads a report from its JSON; `path` names it in errors.
  ///
  /// Refuses unknown versions, absent and unknown keys, values of another type, and what can't be.
  package init(json: [UInt8], path: String) throws(ReportError) {
    do throws(JSONRefusal) {
      self = try StrictJSON.decode(
        from: json, schema: Self.schemaName, advice: "use the inkbench that wrote it, or run again")
    } catch {
      throw .malformed(path: path, reason: error.reason)
    }
    if let fault { throw .malformed(path: path, reason: fault) }
  }
}
