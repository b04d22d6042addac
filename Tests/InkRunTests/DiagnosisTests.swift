import InkReport
import InkTap
import InkTestFixtures
import Testing

@testable import InkRun

@Suite("What the doctor thinks of given numbers") struct DiagnosisTests {
  private func files(_ texts: [String: String]) -> SystemFiles { SystemFiles { texts[$0] } }

  private func syncs(_ median: UInt64, isRotational: Bool? = nil) -> Diagnosis {
    .syncLatency(Array(repeating: median, count: 100), isRotational: isRotational)
  }

  @Test(
    "A sync is judged by what devices can do",
    arguments: [
      (500, .bad, "syncs are not carried out"), (7_999, .bad, "no device is that fast"),
      (8_000, .mind, "faster than flash can be written"), (40_000, .mind, "a host that answers"),
      (199_999, .mind, "faster than flash"), (200_000, .good, "empties its cache"),
      (900_000, .good, "p50 900 µs, p90 900 µs, max 900 µs, n 100"), (6_000_001, .mind, "slow for flash"),
    ] as [(UInt64, Diagnosis.Verdict, String)])
  func syncLatency(median: UInt64, verdict: Diagnosis.Verdict, words: String) {
    let diagnosis = syncs(median)
    #expect(diagnosis.verdict == verdict)
    #expect(diagnosis.finding.contains(words), "\(diagnosis.finding)")
  }

  @Test("A disk that says it spins and answers within a rotation is not believed")
  func rotation() {
    #expect(syncs(900_000, isRotational: true).finding.contains("faster than a rotation"))
    #expect(!syncs(3_000_000, isRotational: true).finding.contains("faster than a rotation"))
  }

  @Test("Without a single sync the verdict is bad")
  func noSyncs() {
    #expect(Diagnosis.syncLatency([], isRotational: nil).verdict == .bad)
  }

  @Test(
    "Memory and layers are bad places by name, odd options and the unknown are to be minded",
    arguments: [
      ("tmpfs tmpfs rw", .bad, "tmpfs"), ("overlay overlay rw", .bad, "overlayfs"),
      ("virtiofs host rw", .bad, "virtiofs"), ("ext4 /dev/sda rw,nobarrier", .mind, "nobarrier"),
      ("ext4 /dev/sda rw,async", .good, "ext4 on /dev/sda"),
    ] as [(String, Diagnosis.Verdict, String)])
  func places(mount: String, verdict: Diagnosis.Verdict, words: String) {
    let diagnosis = Diagnosis.fileSystem(
      FileSystem(of: "/x", mounts: "22 1 8:0 / / rw,relatime - \(mount)\n"))
    #expect(diagnosis.verdict == verdict && diagnosis.finding.contains(words), "\(diagnosis)")
  }

  @Test("An unknown file system is to be minded")
  func unknownPlace() {
    #expect(Diagnosis.fileSystem(FileSystem(of: "/x", mounts: "")).verdict == .mind)
  }

  @Test("A disk that gets no flushes, or shows nothing, is to be minded")
  func disks() {
    let queue = "/sys/dev/block/8:0/queue/"
    func disk(_ texts: [String: String]) -> Diagnosis {
      .disk(BlockDevice(number: "8:0", files: files(texts)))
    }
    #expect(disk([:]).verdict == .mind && disk([:]).finding.contains("not expose"))
    let through = disk([queue + "rotational": "0\n", queue + "write_cache": "write through\n"])
    #expect(through.verdict == .mind && through.finding.contains("no flushes"))
    let back = disk([
      queue + "rotational": "0\n", queue + "scheduler": "[none] kyber\n",
      queue + "write_cache": "write back\n",
    ])
    #expect(back.verdict == .good)
    #expect(back.finding == "not rotational, scheduler 'none', write cache 'write back'")
  }

  @Test("A clock that moves with the load or with heat is to be minded, and so is a single core")
  func processors() {
    let governor = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
    let boost = "/sys/devices/system/cpu/cpufreq/boost"
    func diagnose(_ texts: [String: String], cores: Int = 2) -> Diagnosis {
      .processor(ProcessorFacts(files: files(texts), cores: cores))
    }
    #expect(diagnose([:]).verdict == .good)
    #expect(diagnose([governor: "performance\n", boost: "0\n"]).verdict == .good)
    #expect(diagnose([governor: "powersave\n"]).finding.contains("the governor 'powersave'"))
    #expect(diagnose([governor: "performance\n", boost: "1\n"]).finding.contains("turbo is on"))
    #expect(diagnose([:], cores: 1).verdict == .mind)
  }

  @Test("A clock is judged by what it costs and by how finely it steps")
  func clocks() {
    func verdict(_ reading: Double, _ step: UInt64) -> Diagnosis.Verdict {
      var clock = ClockFacts.measure({ 0 }, threadCPU: { 0 })
      clock.readingNanoseconds = reading
      clock.stepNanoseconds = step
      return Diagnosis.clock(clock, source: nil).verdict
    }
    #expect(verdict(28, 20) == .good)
    #expect(verdict(400, 20) == .mind)
    #expect(verdict(28, 4_000_000) == .bad)
  }

  @Test("The tap is bad if its write is unseen, its bytes are not the kernel's, or something goes past it")
  func taps() {
    func diagnose(seen: Bool = true, counted: UInt64 = 257, kernel: UInt64? = 257, faults: [String] = [])
      -> Diagnosis
    {
      .tap(
        .result(
          SelfTestResult(
            tap: InstrumentCheck(
              canarySeen: seen, countedBytes: counted, kernelBytes: kernel, faults: faults),
            allocations: nil)))
    }
    #expect(diagnose().verdict == .good)
    #expect(diagnose(seen: false).verdict == .bad)
    #expect(diagnose(counted: 256).finding == "the tap counted 256 bytes and the kernel 257")
    #expect(diagnose(kernel: nil).verdict == .mind)
    #expect(diagnose(faults: ["An io_uring descriptor is open."]).verdict == .bad)
    #expect(Diagnosis.tap(.failed("it was ended by signal 11")).finding.contains("signal 11"))
  }

  @Test("Allocations that can't be counted are to be minded, with the reason")
  func allocations() {
    let check = InstrumentCheck(canarySeen: true, countedBytes: 0, kernelBytes: 0, faults: [])
    func diagnose(
      _ fault: String?, counted: UInt64 = 1_024, hasHooks: Bool = true, library: String? = "lib"
    ) -> Diagnosis {
      var allocations = AllocationCheck(made: 1_024)
      (allocations.counted, allocations.hasHooks, allocations.fault) = (counted, hasHooks, fault)
      return .allocations(.result(SelfTestResult(tap: check, allocations: allocations)), library: library)
    }
    #expect(diagnose(nil).verdict == .good)
    #expect(diagnose(nil).finding == "1,024 allocations were counted as 1,024, and so were their bytes")
    let hookless = diagnose(nil, hasHooks: false)
    #expect(hookless.verdict == .mind && hookless.finding.contains("bytes allocated and peaks are not known"))
    #expect(diagnose("jemalloc counted 0 of 1000 allocations.").finding.contains("0 of 1000"))
    #expect(diagnose(nil, library: nil).advice == "apt-get install libjemalloc2")
  }

  @Test("A SQLite that was built to sync less is bad")
  func sqlite() {
    #expect(Diagnosis.sqlite(version: "3", options: ["THREADSAFE=1"]).verdict == .good)
    #expect(Diagnosis.sqlite(version: "3", options: ["DEFAULT_SYNCHRONOUS=0"]).verdict == .bad)
    #expect(Diagnosis.sqlite(version: "3", options: ["DEFAULT_SYNCHRONOUS=1"]).verdict == .good)
  }

  @Test("Noise is good where nothing was found, and else has the reasons and how often they were seen")
  func noise() {
    func rows(_ tail: Double) -> [NoiseRow] {
      [1.02, tail].map { tail in
        NoiseRow(
          MachineReading(
            moment: .before,
            processor: ProcessorReading(
              nanosecondsPerStep: 1, stretchTail: tail, waitRatio: 1, oversleepP50Nanoseconds: 0,
              oversleepP90Nanoseconds: 0),
            floors: []))
      }
    }
    #expect(Diagnosis.noise(rows(1.1)).verdict == .good)
    #expect(Diagnosis.noise(rows(1.1)).finding.hasPrefix("equal work within 10.0 % at the 90th"))
    let noisy = Diagnosis.noise(rows(2))
    #expect(noisy.verdict == .mind)
    #expect(
      noisy.finding == "equal work took 2.00× its median time at the 90th percentile (in 1 of 2 readings)")
  }

  @Test("Missing tools are named with what is missed and the packages that have them")
  func tools() {
    func diagnose(_ names: String...) -> Diagnosis {
      .tools(missing: Tool.all.filter { names.contains($0.name) })
    }
    #expect(diagnose().verdict == .good)
    #expect(diagnose("fio", "strace").verdict == .good)
    #expect(diagnose("fio", "strace").advice == "apt-get install strace fio")
    #expect(diagnose("gnuplot").verdict == .mind)
    #expect(diagnose("gnuplot").finding == "without gnuplot, reports have no plots")
  }

  @Test("Little free space and debug builds are bad, and the worst verdict is the whole's")
  func rest() {
    #expect(Diagnosis.space(freeBytes: 999_999_999).verdict == .bad)
    #expect(Diagnosis.space(freeBytes: 1_000_000_000).verdict == .good)
    #expect(Diagnosis.space(freeBytes: nil).verdict == .mind)
    #expect(
      Diagnosis.build(mode: "debug").verdict == .bad && Diagnosis.build(mode: "release").verdict == .good)
    let all: [Diagnosis] = [.build(mode: "release"), .space(freeBytes: nil)]
    #expect(all.verdict == .mind)
    #expect((all + [.space(freeBytes: 0)]).verdict == .bad)
    #expect([Diagnosis]().verdict == .good)
  }

  @Test("Readings are due before the first round and in a few gaps, evenly")
  func readings() {
    func due(_ rounds: Int) -> [Int] {
      (0..<rounds).filter { MachineReader.isDue(beforeRound: $0, of: rounds) }
    }
    #expect(due(1) == [0])
    #expect(due(3) == [0, 1, 2])
    #expect(due(9) == Array(0..<9))
    #expect(due(18) == [0, 2, 4, 6, 8, 10, 12, 14, 16])
    #expect(due(1_000).count == MachineReader.gapsMax + 1)
  }

  @Test("The load is read without the task that asks")
  func load() {
    let load = Load(loadavg: "0.20 0.18 0.12 3/80 11206\n")
    #expect(load?.average == 0.2 && load?.otherRunnable == 2)
    #expect(Load(loadavg: "") == nil && Load(loadavg: "a b c d e") == nil)
  }

  @Test("A folder of other files is looked at from a new place inside it")
  func foreignFolder() throws {
    let directory = try TemporaryDirectory()
    #expect(StoreDirectory.place(in: directory.path + "/new", named: ".s") == directory.path + "/new")
    #expect(StoreDirectory.place(in: directory.path, named: ".s") == directory.path)
    _ = try directory.write([1], to: "mine")
    #expect(StoreDirectory.place(in: directory.path, named: ".s") == directory.path + "/.s")
    _ = try directory.write([], to: StoreDirectory.markerName)
    #expect(StoreDirectory.place(in: directory.path, named: ".s") == directory.path)
  }
}
