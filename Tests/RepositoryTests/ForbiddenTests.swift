import Testing

@Suite struct ForbiddenTests {
  /// Calls that print or end the process.
  private static let outputCalls: Set = [
    "print", "debugPrint", "dump", "puts", "fputs", "printf", "vprintf", "exit", "_exit", "quick_exit",
  ]

  @Test("Only the command line prints or exits")
  func output() {
    for file in Repository.swiftSources where file.target != "InkCommand" {
      for call in Source.calls(to: Self.outputCalls, in: file.code) {
        Issue.record("\(file.path):\(call.line) calls \(call.name)")
      }
    }
  }

  @Test("Nothing loses a file or shuts out other packages")
  func dangerousNames() {
    // Foundation's way of replacing a file can lose the new version on Linux; a package with unsafe flags
    // can't be depended on; a bundle is not found when the executable is moved.
    let names = ["replaceItem" + "At", "unsafe" + "Flags", "Bundle" + ".module"]
    for file in swiftFiles {
      for name in names where file.code.contains(name) { Issue.record("\(file.path) uses \(name)") }
    }
  }

  @Test("No file knows the machine that it was written on")
  func machinePaths() {
    let paths = ["work", "root", "Users", "home"].map { "/\($0)/" }
    let places = ["Package.swift", "Sources", "Tests", "Workloads", "README.md", ".ci/run", ".github"]
    let files = places.flatMap { Repository.files(under: $0) }
    #expect(files.count > 50)
    for file in files {
      for path in paths where file.text.contains(path) { Issue.record("\(file.path) names \(path)") }
    }
  }

  private var swiftFiles: [Repository.File] {
    ["Package.swift", "Sources", "Tests"].flatMap { Repository.files(under: $0, endings: ["swift"]) }
  }
}
