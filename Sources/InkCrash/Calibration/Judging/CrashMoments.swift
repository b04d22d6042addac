/// At which moments of a sequence a crash can have come, by how many of its calls had returned.
///
/// Method. The block log has `c(n)` entries when `n` calls have returned. A disk that has done exactly `p`
/// entries is found until the next one is done: by then every call with `c(n) ≤ p` has returned, and no other
/// need have. An entry that is done between the return of a call and the look at the log makes the count too
/// large, which asks less of the file system and never more.
package struct CrashMoments: Sendable {
  /// By the number of calls that had returned; never less than the one before.
  let logCounts: [Int]

  package init(logCounts: [Int]) { self.logCounts = logCounts }

  /// How many calls had returned, at the earliest and at the latest.
  package func returned(at crash: DeviceCrashes.Crash) -> ClosedRange<Int> {
    let first = returned(entries: crash.entries.lowerBound)
    return first...max(first, returned(entries: crash.entries.upperBound))
  }

  private func returned(entries: Int) -> Int { logCounts.lastIndex { $0 <= entries } ?? 0 }
}
