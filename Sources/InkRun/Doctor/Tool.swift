internal import InkTap

/// A program or library beside this one, which something here is better or possible with.
package struct Tool: Hashable, Sendable {
  package var name: String
  /// What it is for, as the end of "without it …".
  package var purpose: String
  /// The Debian package that has it.
  package var package: String
  /// Whether reports lack something without it; the others serve the project's own tests and figures.
  package var isForReports: Bool

  package static let all = [
    Tool(name: "gnuplot", purpose: "reports have no plots", package: "gnuplot-nox", isForReports: true),
    Tool(
      name: "libjemalloc", purpose: "allocations are not counted", package: "libjemalloc2", isForReports: true
    ),
    Tool(
      name: "strace", purpose: "the tests can't hold the tap's counts against the kernel's",
      package: "strace", isForReports: false),
    Tool(name: "fio", purpose: "the figure sync.to_fio is left out", package: "fio", isForReports: false),
    Tool(
      name: "python3", purpose: "the tests can't have reports and formats checked by other readers",
      package: "python3", isForReports: false),
  ]

  /// Where the tool is; nil if it is missing.
  package var path: String? { name == "libjemalloc" ? AllocationCounter.libraryPath : Program.path(of: name) }
}
