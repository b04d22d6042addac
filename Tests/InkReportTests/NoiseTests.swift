import InkReport
import Testing

@Suite("Noise of the machine") struct NoiseTests {
  private func judge(
    _ change: (_ index: Int, inout MachineReading) -> Void = { _, _ in }
  ) -> NoiseJudgement {
    NoiseJudgement(MachineRow(RecordFixture.machine(change)).noise)
  }

  /// Sets the syncs of a reading to so many at each of three times.
  private func setSyncs(_ reading: inout MachineReading, _ low: UInt64, _ middle: UInt64, _ high: UInt64) {
    guard let index = reading.floors.firstIndex(where: { $0.kind == .sync }) else { return }
    reading.floors[index].nanoseconds =
      Array(repeating: low, count: 20) + Array(repeating: middle, count: 60)
      + Array(repeating: high, count: 20)
  }

  @Test("A quiet machine gives no finding and no warning")
  func quiet() {
    #expect(judge() == judge { _, _ in })
    #expect(!judge().isNoisy && judge().warnings.isEmpty)
    #expect(RecordFixture.report(RecordFixture.run([])).warnings.isEmpty)
  }

  @Test("A processor that others used is named with its reason, its moment and its meaning")
  func sharedProcessor() {
    let noise = judge { index, reading in
      guard index == 1 else { return }
      reading.processor.stretchTail = 1.8
      reading.processor.otherRunnable = 3
    }
    #expect(noise.isProcessorNoisy)
    #expect(noise.findings.map(\.source) == [.processor])
    #expect(
      noise.findings.first?.reason
        == "equal work took 1.80× its median time at the 90th percentile while 3 other tasks wanted to run "
        + "(in 1 of 4 readings, most between rounds)")
    #expect(noise.warnings.count == 1)
    #expect(noise.warnings.first?.contains("bytes, calls, syncs and allocations are not affected") == true)
  }

  @Test("Each measure has its own bound, and lies within it when it is equal")
  func bounds() {
    #expect(!judge { $1.processor.stretchTail = NoiseJudgement.stretchTailTolerated }.isNoisy)
    #expect(judge { $1.processor.stretchTail = 1.251 }.isNoisy)
    #expect(!judge { $1.processor.waitRatio = NoiseJudgement.waitTolerated }.isNoisy)
    let waiting = judge { $1.processor.waitRatio = 1.101 }
    #expect(waiting.findings.first?.reason.contains("waiting for a core") == true)
    #expect(!judge { $1.processor.oversleepP90Nanoseconds = 1_000_000 }.isNoisy)
    #expect(judge { $1.processor.oversleepP90Nanoseconds = 1_000_001 }.isProcessorNoisy)
  }

  @Test("Other tasks and load averages alone make no finding")
  func companyAlone() {
    let busy = judge { _, reading in
      reading.processor.otherRunnable = 40
      reading.processor.loadAverage = 40
    }
    #expect(!busy.isNoisy)
  }

  @Test("Stolen time is what was stolen between readings, not since the machine was started")
  func stolen() {
    let before = judge { _, reading in reading.processor.ticks?.stolen = 900 }
    #expect(!before.isNoisy)
    let during = judge { index, reading in reading.processor.ticks?.stolen = index < 2 ? 0 : 20 }
    #expect(during.findings.map(\.source) == [.host])
    #expect(
      during.findings.first?.reason.hasPrefix("the host gave 2.00 % of the processor to others") == true)
    let little = judge { index, reading in reading.processor.ticks?.stolen = index < 2 ? 0 : 10 }
    #expect(!little.isNoisy)
    #expect(!judge { _, reading in reading.processor.ticks = nil }.isNoisy)
  }

  @Test("Syncs that lie far apart make the disk noisy, and not the processor")
  func syncSpread() {
    let noise = judge { _, reading in setSyncs(&reading, 100_000, 200_000, 301_000) }
    #expect(noise.findings.map(\.source) == [.disk])
    #expect(!noise.isProcessorNoisy)
    #expect(noise.findings.first?.reason.hasPrefix("equal syncs took from 100 µs to 301 µs") == true)
    #expect(noise.warnings.first?.contains("compute times, bytes, calls and syncs are not affected") == true)
    #expect(!judge { _, reading in setSyncs(&reading, 100_000, 200_000, 300_000) }.isNoisy)
  }

  @Test("A disk or a processor that changes its pace from reading to reading is noticed")
  func drift() {
    let disk = judge { index, reading in
      setSyncs(&reading, 180_000, index == 3 ? 310_000 : 200_000, 320_000)
    }
    #expect(disk.findings.map(\.reason) == ["the median sync moved between 200 µs and 310 µs"])
    let processor = judge { index, reading in
      if index == 3 { reading.processor.nanosecondsPerStep = 1.5 }
    }
    #expect(processor.findings.map(\.source) == [.processor])
    #expect(processor.findings.first?.reason.hasPrefix("equal work took 1.20× as long") == true)
  }

  @Test("A noisy run says so above every number, with the reason")
  func onTop() {
    var run = RecordFixture.run([RecordFixture.measured(RecordFixture.journal)])
    run.warnings = ["the store lies on tmpfs."]
    run.machine = RecordFixture.machine { $1.processor.waitRatio = 2 }
    let report = RecordFixture.report(run)
    #expect(report.warnings.count == 2)
    let lines = report.markdown().split(separator: "\n")
    #expect(lines[1] == "> **Warning:** the store lies on tmpfs.")
    #expect(lines[3].hasPrefix("> **Warning:** the processor was not this run's alone: work took 2.00× "))
  }

  @Test("The first line of /proc/stat is read without the guests' time")
  func ticks() {
    let text = "cpu  100 20 30 400 5 6 7 8 90 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n"
    #expect(ProcessorTicks(stat: text) == ProcessorTicks(stolen: 8, all: 576))
    #expect(ProcessorTicks(stat: "cpu 1 2 3\n") == nil)
    #expect(ProcessorTicks(stat: "") == nil)
    let now = ProcessorTicks(stolen: 8, all: 576)
    #expect(now.stolenShare(since: now) == nil)
  }
}
