internal import FoundationEssentials
internal import InkModel

extension Device {
  /// The published description of the format: JSON Schema, draft 2020-12.
  package static var jsonSchema: String {
    String(decoding: PackageResources.device_schema_json, as: UTF8.self)
  }

  /// The device as a file: keys sorted, so that equal devices are equal files.
  package func json() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return try [UInt8](encoder.encode(self)) + [UInt8(ascii: "\n")]
    } catch {
      // Only a number that is not finite can fail, and a device with one is refused when it is made.
      preconditionFailure("a device holds a number that JSON can't: \(error)")
    }
  }

  /// Reads a device file.
  package static func read(_ path: String) throws(DeviceError) -> Device {
    let json: [UInt8]
    do { json = try Platform.read(path) } catch {
      switch error {
      case .malformed(let path, let reason): throw .malformed(path: path, reason: reason)
      case .unreadable(let path, let reason), .disk(let path, let reason):
        throw .unreadable(path: path, reason: reason)
      }
    }
    return try Device(json: json, path: path)
  }

  /// Reads a device from its JSON; `path` names it in errors.
  ///
  /// Refuses unknown versions, absent and unknown keys, and figures that can't be.
  package init(json: [UInt8], path: String) throws(DeviceError) {
    let data = Data(json)
    do {
      let header = try JSONDecoder().decode(Header.self, from: data)
      guard header.schema == Self.schemaName else {
        throw DeviceError.malformed(
          path: path,
          reason: "its schema is '\(header.schema)', and this version reads '\(Self.schemaName)'")
      }
      self = try JSONDecoder().decode(Device.self, from: data)
      if let fault { throw DeviceError.malformed(path: path, reason: fault) }
      if let unknown = try unknownKey(in: json, comparedWith: self.json()) {
        throw DeviceError.malformed(path: path, reason: "it has an unknown key at \(unknown)")
      }
    } catch let error as DeviceError {
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
