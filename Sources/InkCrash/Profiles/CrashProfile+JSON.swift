internal import InkModel
internal import InkReport

extension CrashProfile {
  /// The JSON Schema (draft 2020-12) of profile files.
  package static var jsonSchema: String {
    String(decoding: PackageResources.crash_profile_schema_json, as: UTF8.self)
  }

  /// The profile as a file: keys sorted, so that equal profiles are equal files.
  package func json() -> [UInt8] {
    do throws(JSONRefusal) { return try StrictJSON.encode(self) } catch {
      // There are only words, whole numbers and truth values in it.
      preconditionFailure("a crash profile can't be written as JSON: \(error)")
    }
  }

  /// Reads a profile file.
  package static func read(_ path: String) throws(CrashProfileError) -> CrashProfile {
    let json: [UInt8]
    do throws(StoreImageError) {
      json = try Platform.bytes(of: path, atMost: fileBytesMax, followingLinks: true)
    } catch {
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
    do throws(JSONRefusal) { self = try StrictJSON.decode(from: json, schema: Self.schemaName) } catch {
      throw .malformed(path: path, reason: error.reason.printable)
    }
    if let fault { throw .malformed(path: path, reason: fault) }
  }

  /// A hundred times what a profile needs.
  private static let fileBytesMax = 1 << 16
}
