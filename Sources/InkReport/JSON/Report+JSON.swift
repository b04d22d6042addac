internal import FoundationEssentials
internal import InkModel

extension Report {
  /// The published description of the format: JSON Schema, draft 2020-12.
  package static var jsonSchema: String {
    String(decoding: PackageResources.report_schema_json, as: UTF8.self)
  }

  /// The report as JSON: keys sorted, so that equal reports are equal files; lists of numbers on one line.
  package func json() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return try [UInt8](joiningNumberLists(encoder.encode(self))) + [UInt8(ascii: "\n")]
    } catch {
      // Only a number that is not finite can fail, and rows turn those into nil when they are made.
      preconditionFailure("a report holds a number that JSON can't: \(error)")
    }
  }

  /// Reads a report file.
  package static func read(_ path: String) throws(ReportError) -> Report {
    try Report(json: Platform.read(path), path: path)
  }

  /// Whether a file is a report of an earlier version of the format, which this version can't read.
  package static func isEarlier(_ path: String) -> Bool {
    guard let json = try? Platform.read(path),
      let header = try? JSONDecoder().decode(Header.self, from: Data(json)),
      let version = header.schema.split(separator: "/").last.flatMap({ Int($0) })
    else { return false }
    return header.schema == "inkbench-report/\(version)" && (1..<schemaVersion).contains(version)
  }

  /// Reads a report from its JSON; `path` names it in errors.
  ///
  /// Refuses unknown versions, absent and unknown keys, values of another type, and what can't be.
  package init(json: [UInt8], path: String) throws(ReportError) {
    let data = Data(json)
    do {
      let header = try JSONDecoder().decode(Header.self, from: data)
      guard header.schema == Self.schemaName else {
        throw ReportError.malformed(
          path: path,
          reason: "its schema is '\(header.schema)', and this version reads '\(Self.schemaName)'; "
            + "use the inkbench that wrote it, or run again")
      }
      self = try JSONDecoder().decode(Report.self, from: data)
      if let fault { throw ReportError.malformed(path: path, reason: fault) }
      if let unknown = try unknownKey(in: json, comparedWith: self.json()) {
        throw ReportError.malformed(path: path, reason: "it has an unknown key at \(unknown)")
      }
    } catch let error as ReportError {
      throw error
    } catch let error as DecodingError {
      throw .malformed(path: path, reason: error.sentence)
    } catch let error as JSONFault {
      throw .malformed(path: path, reason: error.description)
    } catch {
      throw .malformed(path: path, reason: "\(error)")
    }
  }

  private struct Header: Decodable {
    var schema: String
  }
}

extension DecodingError {
  /// What is wrong, and where.
  package var sentence: String {
    switch self {
    case .keyNotFound(let key, let context): "'\(key.stringValue)' is missing\(place(context))"
    case .valueNotFound(_, let context): "a value is null\(place(context))"
    case .typeMismatch(let type, let context): "a value is not \(words(for: type))\(place(context))"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is no JSON" : "a value is not allowed\(place(context))"
    @unknown default: "it can't be decoded"
    }
  }

  /// A type in the words of JSON.
  private func words(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is any Numeric.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }

  private func place(_ context: Context) -> String {
    guard !context.codingPath.isEmpty else { return "" }
    let path = context.codingPath.reduce(into: "") { path, key in
      if let index = key.intValue { path += "[\(index)]" } else { path += "." + key.stringValue }
    }
    return " at " + path.drop { $0 == "." }
  }
}
