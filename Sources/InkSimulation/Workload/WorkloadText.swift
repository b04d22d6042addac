internal import InkModel

extension Workload {
  /// The workload as JSON with every parameter, sections and keys sorted.
  ///
  /// Equal workloads have equal texts, so a session can name its base by this text.
  package var canonicalText: String {
    var top = [
      ("schema", textAsJSON(Self.schema)), ("name", textAsJSON(name)), ("about", textAsJSON(about)),
    ]
    var sections: [String: [(String, String)]] = [:]
    for parameter in Parameter.table {
      let member = (parameter.key, parameter.text(self))
      if parameter.section.isEmpty {
        top.append(member)
      } else {
        sections[parameter.section, default: []].append(member)
      }
    }
    for (section, members) in sections { top.append((section, Self.object(members, indent: "  "))) }
    return Self.object(top, indent: "") + "\n"
  }

  private static func object(_ members: [(String, String)], indent: String) -> String {
    let lines = members.sorted { $0.0 < $1.0 }.map { "\(indent)  \(textAsJSON($0.0)): \($0.1)" }
    return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
  }
}

/// A number as JSON: the shortest digits that give the same number back, without a fraction of zero.
func numberText(_ value: Double) -> String {
  if let whole = Int(exactly: value) { return String(whole) }
  return String(value)
}

/// A text as JSON, quoted and escaped.
func textAsJSON(_ text: String) -> String {
  var buffer = ByteBuffer(capacity: text.utf8.count + 2)
  buffer.append(jsonString: text)
  return unsafe buffer.bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
}
