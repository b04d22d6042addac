/// Why a workload can't be used, as one sentence that says what, where and what to do.
package struct WorkloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whether the text was at fault or could not even be read.
  package enum Kind: Hashable, Sendable {
    case malformed, unreadable
  }

  package var kind: Kind
  package var description: String

  package init(_ description: String, kind: Kind = .malformed) {
    self.description = Self.oneLine(description)
    self.kind = kind
  }

  /// A sentence with the control characters escaped that a file's own words may bring in.
  private static func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return text
    }
    return text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }
}
