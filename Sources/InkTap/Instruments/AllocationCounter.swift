internal import CIOTap

/// Counts the allocations of all threads, exactly, in a process that runs on jemalloc.
///
/// The library is preloaded by whoever starts the process, with `MALLOC_CONF=tcache:false`: its statistics
/// don't see what a thread's cache hands out. Before it is believed, it has to count a known number of
/// allocations; under sanitizers, for one, every counter is 0 without an error.
package struct AllocationCounter: Sendable {
  private let jemalloc: JemallocStatistics
  /// Whether allocated bytes and peaks are known too; the hooks that tell them are experimental in jemalloc.
  package let hasHooks: Bool

  /// Fails where allocations can't be counted; `unavailability()` says why.
  package init?() {
    guard case .success(let jemalloc) = Self.open() else { return nil }
    self.jemalloc = jemalloc
    hasHooks = inktap_memory_watch()
  }

  /// The allocations of all threads so far; a reading takes about 20 microseconds.
  package func count() -> UInt64 { jemalloc.allocationCount() }

  /// The same, and all bytes in use.
  func countAndLiveBytes() -> (count: UInt64, liveBytes: UInt64) {
    let count = jemalloc.allocationCount()
    return (count, jemalloc.liveBytes())
  }

  /// Why allocations can't be counted in this process, as one sentence; nil if they can.
  package static func unavailability() -> String? {
    guard case .failure(let reason) = open() else { return nil }
    return reason.description
  }

  /// Where the system keeps the library; nil if it isn't installed.
  package static var libraryPath: String? {
    ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
      .map { $0 + "/libjemalloc.so.2" }
      .first(where: Platform.exists)
  }

  /// What has to stand in the environment of a process that counts.
  package static var environment: [String: String]? {
    libraryPath.map { ["LD_PRELOAD": $0, "MALLOC_CONF": "tcache:false"] }
  }

  private static func open() -> Result<JemallocStatistics, Unavailability> {
    guard let jemalloc = JemallocStatistics() else {
      return .failure(
        Unavailability(description: "jemalloc is not preloaded, or was built without statistics."))
    }
    guard jemalloc.isExact else {
      return .failure(
        Unavailability(description: "jemalloc keeps thread caches; set MALLOC_CONF=tcache:false."))
    }
    let counted = Platform.growth(of: jemalloc.allocationCount, over: selfTestCount)
    guard counted == UInt64(selfTestCount) else {
      return .failure(
        Unavailability(description: "jemalloc counted \(counted) of \(selfTestCount) allocations."))
    }
    return .success(jemalloc)
  }

  private struct Unavailability: Error, CustomStringConvertible {
    var description: String
  }
}

/// Enough to show a cache that hands out without counting.
private let selfTestCount = 1_000
