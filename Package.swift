// swift-tools-version: 6.3
import PackageDescription

/// One set of rules for every Swift target.
///
/// `Lifetimes` lets the model hand out bounds-checked `Span` views where it would otherwise need pointers.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// The rules for a file that an app's own compiler has to read too: Swift 5.9 knows neither `unsafe` nor
/// levels of access for imports.
let portable: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A floor of the project: it imports only what it names here, which are lower floors.
func floor(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// The tests of one target.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: strict)
}

let package = Package(
  name: "InkBench",
  products: [
    .executable(name: "inkbench", targets: ["inkbench"]),
    .library(name: "InkBench", targets: ["InkCommand", "InkStorage", "InkModel"]),
    .library(name: "inktap", type: .dynamic, targets: ["CIOTap"]),
  ],
  targets: [
    // Floor 0: C.
    .target(name: "CIOTap", linkerSettings: [.linkedLibrary("dl")]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // Beside the floors: the one file that is given to apps, and is printed by the command line as it stands.
    .target(name: "InkDevice", swiftSettings: portable),

    // Floors 1 to 6, in the order in which data flows.
    floor("InkModel", []),
    floor("InkSimulation", ["InkModel"], resources: [.embedInCode("Resources")]),
    floor("InkTrace", ["InkModel", "CZlib"], resources: [.embedInCode("Resources")]),
    floor("InkStorage", ["InkModel", "CSQLite", "CDeflate"]),
    floor("InkTap", ["InkModel", "CIOTap"]),
    floor("InkReport", ["InkModel"], resources: [.embedInCode("Resources")]),
    floor("InkReplay", ["InkModel", "InkSimulation", "InkTrace", "InkStorage", "InkTap", "InkReport"]),
    floor(
      "InkRun", ["InkModel", "InkSimulation", "InkTrace", "InkStorage", "InkTap", "InkReport", "InkReplay"],
      resources: [.embedInCode("Resources")]),
    floor(
      "InkCrash",
      ["InkModel", "InkSimulation", "InkTrace", "InkStorage", "InkTap", "InkReport", "InkReplay", "InkRun"],
      resources: [.embedInCode("Resources")]),
    floor(
      "InkCommand",
      [
        "InkModel", "InkSimulation", "InkTrace", "InkStorage", "InkTap", "InkReport", "InkReplay", "InkRun",
        "InkCrash", "CrashToys", "InkDevice", "CSQLite",
      ], resources: [.embedInCode("Resources")]),

    // Floor 7.
    .executableTarget(name: "inkbench", dependencies: ["InkCommand"], swiftSettings: strict),

    // Tests, floor by floor; the fixtures are theirs alone, but for the known bugs, which a figure counts.
    .target(
      name: "InkTestFixtures", dependencies: ["InkModel"], path: "Tests/InkTestFixtures",
      swiftSettings: strict),
    .target(
      name: "InkStoreFixtures", dependencies: ["InkModel", "InkStorage"], path: "Tests/InkStoreFixtures",
      swiftSettings: strict),
    .target(
      name: "CrashToys",
      dependencies: [
        "InkModel", "InkStorage", "InkTap", "InkReport", "InkReplay", "InkRun", "InkCrash", "CSQLite",
      ],
      path: "Tests/CrashToys", swiftSettings: strict),
    tests("InkModelTests", ["InkModel", "InkTestFixtures"]),
    tests(
      "InkSimulationTests", ["InkModel", "InkSimulation", "InkTestFixtures"], exclude: ["Golden"]),
    tests(
      "InkTraceTests", ["InkModel", "InkTrace", "InkTestFixtures"], resources: [.embedInCode("Resources")]),
    .target(name: "RecorderSnippet", path: "Tests/RecorderSnippet", swiftSettings: strict),
    tests(
      "RecorderSnippetTests",
      ["InkModel", "InkSimulation", "InkTrace", "InkRun", "InkTestFixtures", "RecorderSnippet"]),
    .executableTarget(
      name: "MigrationProbe", dependencies: ["InkModel", "InkStorage", "InkTap"],
      path: "Tests/MigrationProbe", swiftSettings: strict),
    tests(
      "InkStorageTests",
      ["InkModel", "InkStorage", "InkTap", "InkTestFixtures", "InkStoreFixtures", "MigrationProbe"],
      exclude: ["Resources", "StoreCorpus", "FuzzCorpus"]),
    .executableTarget(
      name: "TapProbe", dependencies: ["InkModel", "InkTap", "CSQLite"], path: "Tests/TapProbe",
      swiftSettings: strict),
    tests("InkTapTests", ["InkModel", "InkTap", "InkTestFixtures", "TapProbe"]),
    tests(
      "InkReportTests", ["InkModel", "InkReport", "InkTestFixtures"], resources: [.embedInCode("Resources")]),
    .executableTarget(
      name: "BrokenBench", dependencies: ["InkCommand", "InkStorage", "InkModel", "InkStoreFixtures"],
      path: "Tests/BrokenBench",
      swiftSettings: strict),
    .executableTarget(
      name: "DeviceProbe", dependencies: ["InkModel", "InkDevice", "InkTap"], path: "Tests/DeviceProbe",
      swiftSettings: strict),
    tests(
      "InkDeviceTests", ["InkModel", "InkReport", "InkDevice", "InkTestFixtures", "DeviceProbe"]),
    tests(
      "InkReplayTests",
      [
        "InkModel", "InkSimulation", "InkTrace", "InkStorage", "InkTap", "InkReport", "InkReplay",
        "InkTestFixtures", "InkStoreFixtures",
      ]),
    tests(
      "InkRunTests",
      [
        "InkModel", "InkSimulation", "InkTrace", "InkStorage", "InkTap", "InkReport", "InkReplay", "InkRun",
        "InkCrash", "InkTestFixtures", "inkbench", "BrokenBench",
      ]),
    tests(
      "InkCrashTests",
      [
        "InkModel", "InkSimulation", "InkTrace", "InkStorage", "InkTap", "InkReport", "InkReplay", "InkRun",
        "InkCrash", "InkTestFixtures", "InkStoreFixtures", "CrashToys", "BrokenBench",
      ]),
    tests(
      "InkCommandTests",
      [
        "InkModel", "InkSimulation", "InkStorage", "InkReport", "InkTrace", "InkReplay", "InkRun",
        "InkCommand", "InkTestFixtures",
      ],
      exclude: ["Golden"]),
    tests(
      "RepositoryTests", ["InkModel", "InkSimulation", "InkStorage", "InkCommand", "InkTestFixtures"]),
  ]
)

// The fuzzer, only where it is asked for. Its properties are files of the tests, which it is not built
// beside.
if Context.environment["INKBENCH_FUZZ"] == "1" {
  package.targets.removeAll { $0.type == .test }
  package.targets += [
    .target(
      name: "FuzzDecoders", dependencies: ["InkModel", "InkStorage", "InkTestFixtures"],
      path: "Tests/InkStorageTests/Fuzzing", swiftSettings: strict),
    .executableTarget(
      name: "inkfuzz", dependencies: ["FuzzDecoders"], path: "Tests/Fuzzing", swiftSettings: strict),
  ]
}
