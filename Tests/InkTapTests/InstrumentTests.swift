import Glibc
import InkTap
import InkTestFixtures
import Testing

/// The instruments beside the tap: clocks, memory, allocations.
@Suite struct InstrumentTests {
  @Test("Clocks go forward, and CPU time passes with work only")
  func clocks() {
    let start = Clock.nanoseconds()
    let (thread, process) = (Clock.threadCPUNanoseconds(), Clock.processCPUNanoseconds())
    usleep(20_000)
    #expect(Clock.nanoseconds() - start >= 20_000_000)
    #expect(Clock.threadCPUNanoseconds() - thread < 20_000_000, "the thread slept")
    #expect(Clock.processCPUNanoseconds() >= process)
  }

  @Test("A clock's step is the smallest seen, and the cost of a reading is its share of a batch")
  func clockFacts() {
    // A clock of 25 ns steps whose readings take 40 ns, and one that takes 300 ns more to read.
    var time: UInt64 = 1_000
    func clock() -> UInt64 {
      time += 40
      return time / 25 * 25
    }
    func slow() -> UInt64 {
      time += 300
      return clock()
    }
    let facts = ClockFacts.measure(clock, threadCPU: slow)
    #expect(facts.stepNanoseconds == 25)
    // The reading that ends a batch is part of its time.
    #expect(abs(facts.readingNanoseconds - 40.4) <= 0.25)
    #expect(abs(facts.threadCPUReadingNanoseconds - 340.4) <= 0.25)
  }

  @Test("The real clocks move, and can be read")
  func realClockFacts() {
    let facts = ClockFacts.measure()
    #expect(facts.stepNanoseconds > 0)
    #expect(facts.readingNanoseconds > 0 && facts.threadCPUReadingNanoseconds > 0)
  }

  @Test("Peak memory grows by what is touched, and is read from the kernel's own line")
  func peak() throws {
    let run = try ProbeRun(try TemporaryDirectory(), "peak 50000000")
    #expect(run["peak"] > 45_000_000)
    #expect(run["peak"] < 80_000_000)
    #expect(ProcessMemory.peakResidentBytes(inStatus: "VmPeak:\t 9 kB\nVmHWM:\t  1234 kB\n") == 1_263_616)
    #expect(ProcessMemory.peakResidentBytes(inStatus: "VmPeak:\t 9 kB\n") == nil)
  }

  @Test("With jemalloc preloaded, allocations are counted exactly", .enabled(if: hasJemalloc))
  func allocations() throws {
    let run = try ProbeRun(
      try TemporaryDirectory(), environment: try #require(AllocationCounter.environment), "allocations 777")
    #expect(run["allocations"] == 777)
    // A size class of 112 KiB holds 100,000 bytes.
    #expect(run["allocated-bytes"] == 777 * 114_688)
    // All are held at once, and gone at the end; 10 more come and go one by one.
    #expect(run["peak"] == 777 * 114_688)
    #expect(run["live-growth"] == 777 * 114_688)
    #expect(run["peak-after"] == 114_688)
    #expect(run["allocated-after"] == 10 * 114_688)
  }

  @Test("What other threads allocate is counted too, and nothing is negative", .enabled(if: hasJemalloc))
  func otherThreads() throws {
    let run = try ProbeRun(
      try TemporaryDirectory(), environment: try #require(AllocationCounter.environment), "hop 500")
    #expect(run["allocations"] >= 500)
    #expect(run["peak"] >= 500 * 114_688)
    // Blocks of before are released on another thread meanwhile, which makes no count negative.
    #expect(run["allocations-releasing"] < 1_000)
    #expect(run["peak-releasing"] < 500 * 114_688)
  }

  @Test("Without the library, or with thread caches, allocations are not counted and it is said why")
  func noAllocations() throws {
    #expect(AllocationCounter() == nil)
    #expect(AllocationCounter.unavailability()?.contains("not preloaded") == true)
    guard let library = AllocationCounter.libraryPath else { return }
    let run = try ProbeRun(
      try TemporaryDirectory(), environment: ["LD_PRELOAD": library], "allocations 777")
    #expect(run.output.contains("unavailable jemalloc keeps thread caches"))
  }

  private static let hasJemalloc = AllocationCounter.libraryPath != nil
}
