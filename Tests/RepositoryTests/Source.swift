/// As much of Swift's grammar as the rules need.
enum Source {
  /// A line up to its comment; `//` inside a string, as in an address, begins none.
  static func withoutComment(_ line: Substring) -> Substring {
    var isInString = false
    var previous: Character = " "
    for index in line.indices {
      let character = line[index]
      if character == "\"", previous != "\\" { isInString.toggle() }
      if !isInString, character == "/", previous == "/" { return line[..<line.index(before: index)] }
      previous = character
    }
    return line
  }

  /// The modules that a file imports.
  static func imports(in code: String) -> [String] {
    code.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
        words[..<place].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
      else { return nil }
      // `import struct Module.Type` names the module after the kind.
      let named = words[words.index(before: words.endIndex)]
      return named.split(separator: ".").first.map(String.init)
    }
  }

  /// The calls of free functions in some code, with their line numbers from 1.
  ///
  /// Methods of the same name don't count, unless a module stands before the point.
  static func calls(to functions: Set<String>, in code: String) -> [(line: Int, name: String)] {
    var found: [(line: Int, name: String)] = []
    for (number, line) in code.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for match in line.matches(of: /([A-Za-z_.][A-Za-z0-9_.]*)\(/) {
        let parts = match.output.1.split(separator: ".", omittingEmptySubsequences: false)
        let isFree = parts.count == 1 || (parts.count == 2 && modules.contains(String(parts[0])))
        let isDeclared = line[..<match.range.lowerBound].hasSuffix("func ")
        guard isFree, !isDeclared, let name = parts.last, functions.contains(String(name)) else { continue }
        found.append((number + 1, String(name)))
      }
    }
    return found
  }

  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate",
  ]
  private static let modules: Set<String> = ["Glibc", "Musl", "Darwin", "Swift", "Foundation"]
}
