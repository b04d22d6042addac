internal import FoundationEssentials

/// Why a JSON text is refused, to follow the name of its file in a sentence.
package struct JSONRefusal: Error, Hashable, Sendable {
  package var reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// The JSON of the files that this program writes and reads; each names its version in `schema`.
package enum StrictJSON {
  /// A value as a text for people: keys sorted, so that equal values are equal files, and a line's end.
  ///
  /// Refuses only numbers that are not finite.
  package static func encode(_ value: some Encodable) throws(JSONRefusal) -> [UInt8] {
    try encode(value, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
  }

  /// A value as one of many lines, as strict as the other form.
  package static func line(_ value: some Encodable) throws(JSONRefusal) -> [UInt8] {
    try encode(value, [.sortedKeys, .withoutEscapingSlashes])
  }

  private static func encode(
    _ value: some Encodable, _ format: JSONEncoder.OutputFormatting
  ) throws(JSONRefusal) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format
    do { return try [UInt8](encoder.encode(value)) + [UInt8(ascii: "\n")] } catch {
      throw JSONRefusal("\(error)")
    }
  }

  /// Reads a value of one version; `advice` says what to do about any other.
  ///
  /// Refuses unknown versions, absent and unknown keys, and values of another type.
  package static func decode<Value: Codable>(
    _ type: Value.Type = Value.self, from json: [UInt8], schema: String, advice: String? = nil
  ) throws(JSONRefusal) -> Value {
    try require(schema: schema, of: json, advice: advice)
    let value = try decode(type, from: json)
    if let unknown = try unknownKey(in: json, comparedWith: encode(value)) {
      throw JSONRefusal("it has an unknown key at \(unknown)")
    }
    return value
  }

  /// Reads a value of whatever version, and passes over keys that it does not know.
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from json: [UInt8]
  ) throws(JSONRefusal) -> Value {
    do { return try JSONDecoder().decode(type, from: Data(json)) } catch let error as DecodingError {
      throw JSONRefusal(error.sentence)
    } catch {
      throw JSONRefusal("\(error)")
    }
  }

  /// Refuses a text of any version but one.
  package static func require(
    schema: String, of json: [UInt8], advice: String? = nil
  ) throws(JSONRefusal) {
    let found = try self.schema(of: json)
    guard found == schema else {
      throw JSONRefusal(
        "its schema is '\(found)', and this version reads '\(schema)'" + (advice.map { "; \($0)" } ?? ""))
    }
  }

  /// The version that a text names.
  package static func schema(of json: [UInt8]) throws(JSONRefusal) -> String {
    struct Header: Decodable { var schema: String }
    return try decode(Header.self, from: json).schema
  }
}
