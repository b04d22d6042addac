extension DecodingError {
  /// What is wrong, and where.
  var sentence: String {
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
