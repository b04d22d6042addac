extension Device {
  /// The published description of the format: JSON Schema, draft 2020-12.
  package static var jsonSchema: String {
    String(decoding: PackageResources.device_schema_json, as: UTF8.self)
  }

  /// The device as a file: keys sorted, so that equal devices are equal files.
  package func json() -> [UInt8] {
    do throws(JSONRefusal) { return try StrictJSON.encode(self) } catch {
      // Only a number that is not finite can fail, and a device with one is refused when it is made.
      preconditionFailure("a device holds a number that JSON can't: \(error.reason)")
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
    do throws(JSONRefusal) { self = try StrictJSON.decode(from: json, schema: Self.schemaName) } catch {
      throw .malformed(path: path, reason: error.reason)
    }
    if let fault { throw .malformed(path: path, reason: fault) }
  }
}
