// swift-tools-version: 6.3
import PackageDescription

/// Where InkBench comes from.
///
/// A team writes its address and a version. Here it is the repository that this folder lies in, or, where a
/// change is tried as it will be published, a commit of a clone.
let inkBench: Package.Dependency =
  if let address = Context.environment["INKBENCH_GIT_URL"],
    let revision = Context.environment["INKBENCH_GIT_REVISION"]
  {
    .package(url: address, revision: revision)
  } else {
    .package(name: "InkBench", path: "../..")
  }

/// An app team's own package: its store and its codec, measured beside the built-in ones.
let package = Package(
  name: "OurBench",
  dependencies: [inkBench],
  targets: [
    .executableTarget(
      name: "ourbench", dependencies: [.product(name: "InkBench", package: "InkBench")]),
    .testTarget(
      name: "ourbenchTests", dependencies: ["ourbench", .product(name: "InkBench", package: "InkBench")]),
  ]
)
