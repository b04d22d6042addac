internal import FoundationEssentials
internal import InkModel
internal import InkReport

extension CrashProfile {
  /// The profile as a file: keys sorted, so that equal profiles are equal files.
  package func json() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return try [UInt8](encoder.encode(self)) + [UInt8(ascii: "\n")]
    } catch {
      // There are only words, whole numbers and truth values in it.
      preconditionFailure("a crash profile can't be written as JSON: \(error)")
    }
  }

  /// Reads a profile file.
  package static func read(_ path: String) throws(CrashProfileError) -> CrashProfile {
    let json: [UInt8]
    do throws(StoreImageError) { json = try Platform.bytes(of: path) } catch {
      guard case .unreadable(_, let reason) = error else {
        throw .unreadable(path: path, reason: error.description)
      }
      throw .unreadable(path: path, reason: reason)
    }
    return try CrashProfile(json: json, path: path)
  }

  /// Reads a profile from its JSON; `path` names it in errors.
  ///
  /// Refuses unknown versions, absent and unknown keys, and rules that contradict each other.
  package init(json: [UInt8], path: String) throws(CrashProfileError) {
    guard json.count <= Self.fileBytesMax else {
      throw .malformed(path: path, reason: "it has more than \(Self.fileBytesMax) bytes")
    }
    let data = Data(json)
    do {
      let header = try JSONDecoder().decode(Header.self, from: data)
      guard header.schema == Self.schemaName else {
        throw CrashProfileError.malformed(
          path: path,
          reason: "its schema is '\(header.schema.printable)', and this version reads '\(Self.schemaName)'")
      }
      self = try JSONDecoder().decode(CrashProfile.self, from: data)
      if let fault { throw CrashProfileError.malformed(path: path, reason: fault) }
      if let unknown = try unknownKey(in: json, comparedWith: self.json()) {
        throw CrashProfileError.malformed(path: path, reason: "it has an unknown key at \(unknown.printable)")
      }
    } catch let error as CrashProfileError {
      throw error
    } catch let error as DecodingError {
      throw .malformed(path: path, reason: error.sentence)
    } catch let error as JSONFault {
      throw .malformed(path: path, reason: error.description)
    } catch {
      throw .malformed(path: path, reason: "\(error)")
    }
  }

  /// A hundred times what a profile needs.
  private static let fileBytesMax = 1 << 16

  private struct Header: Decodable {
    var schema: String
  }
}
