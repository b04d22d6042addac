package import InkReport

/// What became of one case.
package struct SeedResult: Sendable {
  /// A session that failed.
  package struct Failure: Sendable {
    /// The session's index among the case's.
    package var index: Int
    package var finding: Finding
    /// The short session that still fails; nil if it was not shrunk.
    package var shrunk: Shrunk?
  }

  package var name: CaseName
  package var checkedCount = 0
  /// In the order of their sessions.
  package var failures: [Failure] = []
  /// How many sessions could not be checked, and why the first could not.
  package var uncheckedCount = 0
  package var uncheckedReason: String?

  init(name: CaseName) { self.name = name }

  /// How many sessions failed in each way, ways that did not occur left out.
  package var counts: [(kind: Finding.Kind, count: Int)] {
    Finding.Kind.allCases.compactMap { kind in
      let count = failures.count { $0.finding.kind == kind }
      return count > 0 ? (kind, count) : nil
    }
  }
}
