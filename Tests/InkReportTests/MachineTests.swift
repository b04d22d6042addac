import InkReport
import Testing

@Suite("The machine beside the rounds") struct MachineTests {
  private func report(_ change: (inout RunRecord) -> Void = { _ in }) -> Report {
    var run = RecordFixture.run([RecordFixture.measured(RecordFixture.journal)])
    change(&run)
    return RecordFixture.report(run)
  }

  @Test("Floors are pooled over readings, with the median of each beside them")
  func pooled() throws {
    let readings = [[1, 2, 3], [10, 20, 30]].map { samples in
      MachineReading(
        moment: .between,
        processor: ProcessorReading(
          nanosecondsPerStep: 1, stretchTail: 1, waitRatio: 1, oversleepP50Nanoseconds: 0,
          oversleepP90Nanoseconds: 0),
        floors: [MachineFloor(kind: .append, bytes: 7, nanoseconds: samples)])
    }
    let row = try #require(MachineFloorRow(.append, of: readings))
    #expect(row.count == 6 && row.bytes == 7 && row.maxNanoseconds == 30)
    #expect(row.p50Nanoseconds == 3 && row.readings == [2, 20])
    // A tail of six samples would be their maximum.
    #expect(row.p90Nanoseconds == nil && row.p99Nanoseconds == nil)
    #expect(MachineFloorRow(.sync, of: readings) == nil)
  }

  @Test("A reading's median sync is the same number in the table of bare costs and in that of noise")
  func sameMedian() throws {
    let machine = report {
      for index in $0.machine.readings.indices {
        for floor in $0.machine.readings[index].floors.indices {
          $0.machine.readings[index].floors[floor].nanoseconds = [400_000, 100_000, 300_000, 200_000]
        }
      }
    }.machine
    #expect(
      try #require(machine.floors.first { $0.kind == .sync }).readings == [
        200_000, 200_000, 200_000, 200_000,
      ])
    #expect(machine.noise.map(\.syncP50Nanoseconds) == [200_000, 200_000, 200_000, 200_000])
    #expect(machine.noise.map(\.syncP10Nanoseconds) == [100_000, 100_000, 100_000, 100_000])
    #expect(machine.noise.map(\.syncP90Nanoseconds) == [400_000, 400_000, 400_000, 400_000])
  }

  @Test("The default four readings have enough syncs for a p99")
  func tail() throws {
    let row = try #require(report().machine.floors.first { $0.kind == .sync })
    #expect(row.count == 1_152 && row.p99Nanoseconds != nil)
  }

  @Test("The report has a table of bare costs and one of noise, and neither without readings")
  func tables() {
    let text = report().markdown()
    #expect(text.contains("## The disk and the machine beside the rounds\n\n| bare cost "))
    #expect(text.contains("| sync after a write in place "))
    #expect(text.contains("\n| between "))
    let bare = report { $0.machine = MachineRecord() }
    #expect(!bare.markdown().contains("beside the rounds\n"))
    #expect(bare.machine.fingerprint == nil && bare.warnings.isEmpty)
  }

  @Test("A time whose rounds lie far apart is marked in the table, a steady and an exact one are not")
  func marks() {
    let steady = report().markdown()
    #expect(!steady.contains("‡"))
    let wild = report { run in
      for index in 0..<40 { run.cases[0].timed[2].phases[0].serviceNanoseconds[index] *= 2 }
    }.markdown()
    let row = wild.split(separator: "\n").first { $0.hasPrefix("| journal/packed ") } ?? ""
    #expect(row.contains(") ‡ |"), "behind the interval")
    // A ratio that is withheld has no number to doubt.
    #expect(row.contains(" – |") && !row.contains("– ‡"))
    #expect(wild.contains("\n‡ Doubtful: the slowest round took more than 1.50 times the fastest.\n"))
    #expect(!row.contains("kB ‡"))
  }

  @Test("Between different machines times are not compared, and exact metrics and ratios are")
  func otherMachine() {
    let base = report()
    let head = report { run in
      run.machine.fingerprint = "0"
      run.environment[0].value = "Another, 4 cores"
    }
    let comparison = Comparison(base: base, head: head)
    #expect(comparison.machinesDiffer && comparison.outcome == .pass)
    #expect(
      comparison.notes.first?.hasPrefix("Different machines: times and memory are not compared") == true)
    #expect(comparison.notes.contains("CPU: Example, 2 cores in the base, Another, 4 cores in the head."))
    func finding(_ name: String) -> ComparisonRow.Finding? {
      comparison.rows.first { $0.metric == name }?.finding
    }
    #expect(finding("save.autosave.p50") == .ratio(nil))
    #expect(finding("peak-memory") == .ratio(nil))
    #expect(finding("floor.ratio") == .ratio(1))
    #expect(finding("bytes.total") == .same)
    let text = comparison.markdown()
    #expect(!text.contains("| save.autosave.p50 ") && text.contains("| floor.ratio "))
  }

  @Test("An exact metric that grew is a regression on another machine too")
  func exactElsewhere() {
    let head = report { run in
      run.machine.fingerprint = "0"
      for round in 0..<3 { run.cases[0].timed[round].roles[0].writtenBytes += 1 }
    }
    #expect(Comparison(base: report(), head: head).outcome == .regression)
  }

  @Test("Facts that are measured anew for each report are no difference of machines")
  func measuredFacts() {
    func run(_ reading: String) -> Report {
      report { $0.environment.append(EnvironmentFact(name: "clock reading", value: reading)) }
    }
    #expect(Comparison(base: run("27 ns"), head: run("28 ns")).notes.isEmpty)
  }

  @Test("A run that was taken up again on another machine is of both, and its times are compared with none")
  func resumedElsewhere() {
    func resumed(_ differences: [String]) -> Report {
      report { $0.resumptions = [Resumption(time: "now", keptSteps: 1, differences: differences)] }
    }
    #expect(!Comparison(base: report(), head: resumed([])).machinesDiffer)
    #expect(Comparison(base: report(), head: resumed(["turbo 'on' and then 'off'"])).machinesDiffer)
  }

  @Test("What resuming calls another machine is what the fingerprint does")
  func differences() {
    let facts = ["processor", "turbo", "write cache", "SQLite options", "memory", "clock reading"]
    func machine(_ value: String) -> [EnvironmentFact] {
      facts.map { EnvironmentFact(name: $0, value: value) }
    }
    #expect(
      machine("b").differences(from: machine("a")) == [
        "processor 'a' and then 'b'", "turbo 'a' and then 'b'", "write cache 'a' and then 'b'",
        "SQLite options 'a' and then 'b'",
      ])
    #expect(machine("a").differences(from: machine("a")).isEmpty)
  }

  @Test("Counts of memory decide nothing on another machine; an activity that is called like them does")
  func memoryElsewhere() {
    func report(_ fingerprint: String, more: UInt64 = 0) -> Report {
      self.report { run in
        run.machine.fingerprint = fingerprint
        for round in 0..<3 {
          run.cases[0].timed[round].activities[0].activity = "allocations-trim"
          run.cases[0].timed[round].activities[0].writtenBytes += more
          run.cases[0].allocationRounds[round].phases[0].allocations[0] += more
        }
      }
    }
    let comparison = Comparison(base: report("0"), head: report("1", more: 1))
    func finding(_ name: String) -> ComparisonRow.Finding? {
      comparison.rows.first { $0.metric == name }?.finding
    }
    #expect(finding("activity.allocations-trim.bytes") == .worse)
    #expect(finding("allocations.per-save") == .ratio(nil))
    #expect(finding("save.autosave.allocations") == .ratio(nil))
    #expect(comparison.outcome == .regression)
    #expect(!MetricRow.isOfMemory("activity.allocations.count"))
    #expect(!MetricRow.isOfMemory("allocations-trim"))
  }

  @Test("A report that does not know its machine is compared as if it were the same")
  func unknownMachine() {
    let comparison = Comparison(base: report(), head: report { $0.machine.fingerprint = nil })
    #expect(!comparison.machinesDiffer)
    #expect(comparison.markdown().contains("| save.autosave.p50 "))
  }
}
