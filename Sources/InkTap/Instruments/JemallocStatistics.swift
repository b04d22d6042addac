/// The counters of a preloaded jemalloc, found by name once and read by number.
///
/// `mallctl` by name costs a search at each reading; `mallctlnametomib` gives the way to a counter as a few
/// numbers. Statistics are gathered when `epoch` is written. Arena 4096 stands for the sum of all arenas.
///
/// Safe to use: the one unsafe thing it holds is a function of a library that stays loaded.
@safe struct JemallocStatistics: Sendable {
  typealias NameToMib =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Int>?
    ) -> Int32
  typealias ByMib =
    @convention(c) (
      UnsafePointer<Int>?, Int, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>?,
      UnsafeMutableRawPointer?, Int
    ) -> Int32

  /// The way to one counter.
  private struct Mib: BitwiseCopyable, Sendable {
    var parts = InlineArray<8, Int>(repeating: 0)
    var count = 8
  }

  private let byMib: ByMib
  private let epoch: Mib
  private let smallAllocations: Mib
  private let largeAllocations: Mib
  private let allocatedBytes: Mib
  /// Whether no thread keeps a cache, so that every allocation is counted.
  let isExact: Bool

  /// Fails if the process does not run on jemalloc.
  init?() {
    guard let nameToMib = unsafe Platform.symbol("mallctlnametomib", as: NameToMib.self),
      let byMib = unsafe Platform.symbol("mallctlbymib", as: ByMib.self),
      let epoch = unsafe Self.find("epoch", nameToMib),
      let small = unsafe Self.find("stats.arenas.4096.small.nmalloc", nameToMib),
      let large = unsafe Self.find("stats.arenas.4096.large.nmalloc", nameToMib),
      let allocated = unsafe Self.find("stats.allocated", nameToMib),
      let threadCache = unsafe Self.find("opt.tcache", nameToMib)
    else { return nil }
    unsafe self.byMib = byMib
    self.epoch = epoch
    smallAllocations = small
    largeAllocations = large
    allocatedBytes = allocated
    isExact = unsafe !Self.read(threadCache, byMib, as: false)
  }

  func allocationCount() -> UInt64 {
    unsafe Self.advance(epoch, byMib)
    return unsafe Self.read(smallAllocations, byMib, as: 0) &+ Self.read(largeAllocations, byMib, as: 0)
  }

  /// All bytes in use, in size classes, as of the last `allocationCount()`.
  ///
  /// jemalloc reckons large blocks as made less released, read one after the other; where a thread released
  /// one in between, the difference can fall below zero and come out as a number that no memory has. Then the
  /// statistics are gathered again.
  func liveBytes() -> UInt64 {
    var bytes: UInt64
    repeat {
      bytes = unsafe Self.read(allocatedBytes, byMib, as: 0)
      if bytes > Self.bytesMax { unsafe Self.advance(epoch, byMib) }
    } while bytes > Self.bytesMax
    return bytes
  }

  /// More than any machine's memory.
  private static let bytesMax: UInt64 = 1 << 56

  private static func find(_ name: String, _ nameToMib: NameToMib) -> Mib? {
    var mib = Mib()
    var parts = mib.parts.mutableSpan
    let status = unsafe parts.withUnsafeMutableBufferPointer {
      unsafe nameToMib(name, $0.baseAddress, &mib.count)
    }
    return status == 0 ? mib : nil
  }

  /// Reads a counter into a value of its type; the value given is returned if there is none.
  private static func read<Value: BitwiseCopyable>(_ mib: Mib, _ byMib: ByMib, as value: Value) -> Value {
    var value = value
    var size = MemoryLayout<Value>.size
    let parts = mib.parts.span
    _ = unsafe parts.withUnsafeBufferPointer { parts in
      unsafe withUnsafeMutablePointer(to: &value) {
        unsafe byMib(parts.baseAddress, mib.count, UnsafeMutableRawPointer($0), &size, nil, 0)
      }
    }
    return value
  }

  private static func advance(_ mib: Mib, _ byMib: ByMib) {
    var epoch: UInt64 = 1
    let parts = mib.parts.span
    _ = unsafe parts.withUnsafeBufferPointer { parts in
      unsafe withUnsafeMutablePointer(to: &epoch) {
        unsafe byMib(
          parts.baseAddress, mib.count, nil, nil, UnsafeMutableRawPointer($0), MemoryLayout<UInt64>.size)
      }
    }
  }
}
