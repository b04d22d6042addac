internal import InkModel

/// The first key of a JSON text, as a path with `[]` for any index, that another text has nowhere.
///
/// Foundation's decoder ignores keys it does not know, which would read a misspelt key as an absent one. What
/// was decoded is therefore encoded again, and a key that did not survive is unknown.
func unknownKey(in json: [UInt8], comparedWith known: [UInt8]) throws(JSONRefusal) -> String? {
  do throws(JSONFault) {
    let knownPaths = try keyPaths(of: known)
    return try keyPaths(of: json).subtracting(knownPaths).min()
  } catch {
    throw JSONRefusal(error.description)
  }
}

private func keyPaths(of json: [UInt8]) throws(JSONFault) -> Set<String> {
  // The bytes are only read, and the array outlives the cursor.
  var cursor = unsafe JSONCursor(json.span.bytes)
  var paths: Set<String> = []
  try collectPaths(&cursor, at: "", depth: 0, into: &paths)
  return paths
}

/// Deeper nesting than a report has; a bound on recursion over hostile text.
private let depthMax = 16

private func collectPaths(
  _ cursor: inout JSONCursor, at path: String, depth: Int, into paths: inout Set<String>
) throws(JSONFault) {
  guard depth < depthMax else { throw cursor.fault("the text is nested too deeply") }
  switch cursor.peek() {
  case UInt8(ascii: "{"):
    try cursor.object { key, cursor throws(JSONFault) in
      let inner = path.isEmpty ? key : path + "." + key
      paths.insert(inner)
      try collectPaths(&cursor, at: inner, depth: depth + 1, into: &paths)
    }
  case UInt8(ascii: "["):
    let inner = path + "[]"
    try cursor.array { cursor throws(JSONFault) in
      try collectPaths(&cursor, at: inner, depth: depth + 1, into: &paths)
    }
  default: try cursor.skipValue()
  }
}
