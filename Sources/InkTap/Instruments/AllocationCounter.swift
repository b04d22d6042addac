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
    let (jemalloc, check) = Self.open()
    guard let jemalloc, check.fault == nil else { return nil }
    self.jemalloc = jemalloc
    hasHooks = check.hasHooks
  }

  /// The allocations of all threads so far; a reading takes about 20 microseconds.
  package func count() -> UInt64 { jemalloc.allocationCount() }

  /// The same, and all bytes in use.
  func countAndLiveBytes() -> (count: UInt64, liveBytes: UInt64) {
    let count = jemalloc.allocationCount()
    return (count, jemalloc.liveBytes())
  }

  /// Why allocations can't be counted in this process, as one sentence; nil if they can.
  package static func unavailability() -> String? { check().fault }

  /// What a test of the counter by a known number of allocations shows.
  package static func check() -> AllocationCheck { open().check }

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

  private static func open() -> (jemalloc: JemallocStatistics?, check: AllocationCheck) {
    var check = AllocationCheck(made: UInt64(selfTestCount))
    guard let jemalloc = JemallocStatistics() else {
      check.fault = "jemalloc is not preloaded, or was built without statistics."
      return (nil, check)
    }
    guard jemalloc.isExact else {
      check.fault = "jemalloc keeps thread caches; set MALLOC_CONF=tcache:false."
      return (jemalloc, check)
    }
    check.counted = Platform.growth(of: jemalloc.allocationCount, over: selfTestCount)
    check.hasHooks = inktap_memory_watch()
    if check.counted != check.made {
      check.fault = "jemalloc counted \(check.counted) of \(check.made) allocations."
    }
    return (jemalloc, check)
  }
}

/// How the counter has stood its test in this process.
package struct AllocationCheck: Codable, Hashable, Sendable {
  /// Allocations that were made for the test, and how many of them were counted.
  package var made: UInt64
  package var counted: UInt64 = 0
  /// Whether jemalloc has taken the hooks that tell of bytes and peaks, and they have passed theirs.
  package var hasHooks = false
  /// Why allocations can't be counted, as one sentence; nil if they can.
  package var fault: String?

  package init(made: UInt64) { self.made = made }
}

/// Enough to show a cache that hands out without counting.
private let selfTestCount = 1_000
