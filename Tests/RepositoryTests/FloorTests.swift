import Testing

/// The floors: a target imports lower floors only, and siblings never import each other.
///
/// The compiler accepts an import of any module that happens to be built, so the rule needs a test of its
/// own.
@Suite struct FloorTests {
  private static let model: Set = ["InkModel"]
  private static let floor2: Set = ["InkSimulation", "InkTrace", "InkStorage", "InkTap", "InkReport"]

  /// What each target may import of this package.
  static let allowed: [String: Set<String>] = [
    "InkModel": [],
    "InkDevice": [],
    "InkSimulation": model,
    "InkTrace": model.union(["CZlib"]),
    "InkStorage": model.union(["CSQLite", "CDeflate"]),
    "InkTap": model.union(["CIOTap"]),
    "InkReport": model,
    "InkReplay": model.union(floor2),
    "InkRun": model.union(floor2).union(["InkReplay"]),
    "InkCrash": model.union(floor2).union(["InkReplay", "InkRun"]),
    "CrashToys": model.union(floor2).union(["InkReplay", "InkRun", "InkCrash", "CSQLite"]),
    "InkAdvice": model.union(floor2).union(["InkRun"]),
    "InkCommand": model.union(floor2).union([
      "InkReplay", "InkRun", "InkCrash", "CrashToys", "InkAdvice", "InkDevice", "CSQLite",
    ]),
    "inkbench": ["InkCommand"],
  ]
  private static let ours = allowed.values.reduce(into: Set(allowed.keys)) { $0.formUnion($1) }

  /// Modules from the toolchain that the product may use.
  private static let outside: Set = [
    "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "Synchronization",
  ]

  @Test("Each target imports lower floors only", arguments: allowed.keys.sorted())
  func imports(target: String) throws {
    let allowed = try #require(Self.allowed[target])
    for file in Repository.swiftSources where file.target == target {
      for module in Source.imports(in: file.code) {
        let isAllowed = Self.ours.contains(module) ? allowed.contains(module) : Self.outside.contains(module)
        #expect(isAllowed, "\(file.path) imports \(module)")
      }
    }
  }

  @Test("Every Swift file of the product lies on a floor")
  func everyFileHasAFloor() {
    #expect(Repository.swiftSources.count > 50)
    for file in Repository.swiftSources {
      #expect(file.target.map { Self.allowed[$0] != nil } ?? false, "\(file.path)")
    }
  }

  @Test("Platform calls stand in one file per target", arguments: allowed.keys.sorted())
  func platformCalls(target: String) {
    let files = Repository.swiftSources.filter {
      $0.target == target && Source.imports(in: $0.code).contains("Glibc")
    }
    #expect(files.count <= 1, "\(files.map(\.path))")
  }

  @Test("Only what app teams need is public")
  func publicSurface() {
    let open: Set = ["InkModel", "InkStorage", "InkDevice"]
    for file in Repository.swiftSources where file.path != "Sources/InkCommand/Harness.swift" {
      guard let target = file.target, !open.contains(target) else { continue }
      for (number, line) in file.lines.enumerated() {
        let words = line.split(separator: " ")
        let isPublic = words.first == "public" && words.dropFirst().first != "import"
        #expect(!isPublic, "\(file.path):\(number + 1) is public")
      }
    }
  }
}
