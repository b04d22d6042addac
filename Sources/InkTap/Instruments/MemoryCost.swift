internal import CIOTap

/// What one call did with memory, all threads together, in bytes of the allocator's size classes.
package struct MemoryCost: BitwiseCopyable, Hashable, Sendable {
  package var allocations: UInt64
  /// Nil where the allocator has no hooks, and so is the next.
  package var allocatedBytes: UInt64?
  /// How far the memory in use rose above its level at the beginning, at the highest.
  package var peakBytes: UInt64?
  /// All memory in use at the end, the harness's and the app's pages included.
  package var liveBytes: UInt64
}

extension AllocationCounter {
  /// Where a call began.
  package struct Start: BitwiseCopyable {
    fileprivate var allocations: UInt64
    fileprivate var hooks: inktap_memory
  }

  /// Begins a call; takes about 20 microseconds.
  package func begin() -> Start {
    var start = Start(allocations: count(), hooks: inktap_memory())
    if hasHooks { unsafe inktap_memory_begin(&start.hooks) }
    return start
  }

  /// What was done since a call began.
  ///
  /// Counters only grow, and a peak is at least the level that it began with, so nothing here is negative,
  /// whatever other threads do meanwhile.
  package func cost(since start: Start) -> MemoryCost {
    var end = inktap_memory()
    if hasHooks { unsafe inktap_memory_read(&end) }
    let (allocations, live) = countAndLiveBytes()
    return MemoryCost(
      allocations: allocations - start.allocations,
      allocatedBytes: hasHooks ? end.allocated_bytes - start.hooks.allocated_bytes : nil,
      peakBytes: hasHooks ? UInt64(max(0, end.peak - start.hooks.level)) : nil, liveBytes: live)
  }
}
