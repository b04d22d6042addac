import InkModel
import InkReport
import Testing

/// Memory and processor as a report has them.
@Suite struct MemoryTests {
  private func report(_ change: (inout CaseRecord) -> Void = { _ in }) -> Report {
    var record = RecordFixture.measured(RecordFixture.journal)
    change(&record)
    return RecordFixture.report(RecordFixture.run([record]))
  }

  @Test("Each phase has its allocations, bytes, peak and level, exact where rounds agree")
  func phases() throws {
    let row = report().cases[0]
    #expect(row.metric("save.autosave.allocations")?.value == 480)
    #expect(row.metric("save.autosave.allocated-bytes")?.value == 3_932_160)
    #expect(row.metric("open-page.peak-bytes")?.value == 65_536)
    #expect(row.metric("list-library.live-bytes")?.value == 4_194_304)
    #expect(row.metric("allocated-bytes.per-save")?.value == 98_304)
    #expect(row.metric("save.all.peak-bytes")?.kind == .exact)
  }

  @Test("A peak and a level are the largest of the calls, not their sum")
  func largest() throws {
    let row = report { record in
      for round in 0..<3 {
        record.allocationRounds[round].phases[0].peakBytes[7] = 70_000
        record.allocationRounds[round].phases[1].liveBytes[0] = 5_000_000
      }
    }.cases[0]
    #expect(row.metric("save.autosave.peak-bytes")?.value == 70_000)
    #expect(row.metric("save.all.peak-bytes")?.value == 70_000)
    #expect(row.metric("save.all.live-bytes")?.value == 5_000_000)
    #expect(row.metric("save.autosave.live-bytes")?.value == 4_194_304)
  }

  @Test("An allocator without hooks still counts allocations, and gives no bytes rather than none")
  func noHooks() throws {
    let row = report { record in
      for round in 0..<3 {
        for phase in record.allocationRounds[round].phases.indices {
          record.allocationRounds[round].phases[phase].allocatedBytes = []
          record.allocationRounds[round].phases[phase].peakBytes = []
        }
      }
    }.cases[0]
    #expect(row.metric("allocations.per-save")?.value == 12)
    for name in ["allocated-bytes.per-save", "save.autosave.allocated-bytes", "save.all.peak-bytes"] {
      #expect(try #require(row.metric(name)).value == nil, "\(name)")
    }
  }

  @Test("A count that two rounds disagree on is demoted in JSON and in sight")
  func demoted() throws {
    let report = report { $0.allocationRounds[1].phases[0].allocations[0] += 1 }
    let row = report.cases[0]
    #expect(row.metric("allocations.per-save")?.isDemoted == true)
    #expect(row.metric("save.autosave.allocations")?.isDemoted == true)
    #expect(row.metric("save.page-close.allocations")?.kind == .exact)
    #expect(
      row.notes.contains(
        "Demoted to noisy, because the rounds differ: allocations.per-save, save.autosave.allocations."))
    let text = report.markdown()
    #expect(text.contains(" 12 † |"))
    // The mark stands in no other table here, and is explained all the same.
    #expect(text.contains("\n† The rounds differ, so this is not exact in this run: the median is shown.\n"))
    #expect(!self.report().markdown().contains("†"))
  }

  @Test("Processor time and page faults say what they are and of how many saves")
  func processor() throws {
    let row = report().cases[0]
    // Five of 40 automatic saves and the one at page close, in three rounds of 41.
    #expect(
      row.metric("cpu.per-save")?.note
        == "Calling thread only; what a store does on other threads is in cpu.all-threads.per-save. "
        + "Sampled: 18 of 123 saves.")
    #expect(row.metric("page-faults.per-save")?.value == 3)
    #expect(row.metric("page-faults.minor")?.kind == .noisy)
    #expect(row.metric("page-faults.major")?.value == 0)
    let own = try #require(row.metric("cpu.per-save")?.value)
    let all = try #require(row.metric("cpu.all-threads.per-save")?.value)
    #expect(abs(all - own - 700) < 2)
  }

  @Test("A store whose work other threads do is named; one that works alone is not")
  func otherThreads() {
    let text = report { record in
      for round in 0..<3 {
        for phase in 0...1 {
          record.timed[round].phases[phase].processCPUNanoseconds =
            record.timed[round].phases[phase].cpuNanoseconds.map { $0 * 3 }
        }
      }
    }.markdown()
    #expect(text.contains("The saves of `journal/packed` work on other threads:"))
    #expect(!report().markdown().contains("work on other threads"))
  }
}
