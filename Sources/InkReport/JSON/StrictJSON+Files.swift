extension StrictJSON {
  /// Reads a file of one version; its path names it in errors, and `check` refuses what can't be.
  static func read<Value: Codable>(
    _ path: String, schema: String, advice: String,
    check: (Value) throws(JSONRefusal) -> Void = { (_) throws(JSONRefusal) in }
  ) throws(ReportError) -> Value {
    let json = try Platform.read(path, mustBeRegular: true)
    do throws(JSONRefusal) {
      let value = try decode(Value.self, from: json, schema: schema, advice: advice)
      try check(value)
      return value
    } catch {
      throw .malformed(path: path, reason: error.reason)
    }
  }
}
