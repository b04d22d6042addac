// swift-tools-version: 6.3
import PackageDescription

// An app team's own package: its store and its codec, measured beside the built-in ones. The address and the
// revision come from outside here, so that a change is tried before it is published; a team writes
// `.package(url: "https://…/InkBench.git", from: "1.0.0")` instead.
guard let address = Context.environment["INKBENCH_GIT_URL"],
  let revision = Context.environment["INKBENCH_GIT_REVISION"]
else {
  fatalError("set INKBENCH_GIT_URL to a clone of InkBench and INKBENCH_GIT_REVISION to a commit of it")
}

let package = Package(
  name: "OurBench",
  dependencies: [.package(url: address, revision: revision)],
  targets: [
    .executableTarget(
      name: "ourbench", dependencies: [.product(name: "InkBench", package: "InkBench")])
  ]
)
