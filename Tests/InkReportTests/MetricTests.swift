import InkModel
import InkReport
import Testing

@Suite struct MetricTests {
  private func row(_ change: (inout CaseRecord) -> Void = { _ in }, pace: Pace = .virtual) -> CaseRow {
    var record = RecordFixture.measured(RecordFixture.journal)
    change(&record)
    var run = RecordFixture.run([record])
    run.options.pace = pace
    return RecordFixture.report(run).cases[0]
  }

  @Test("A count that all rounds agree on is exact")
  func exact() throws {
    let bytes = try #require(row().metric("bytes.total"))
    #expect(bytes.kind == .exact && !bytes.isDemoted)
    // 41 saves of 5,320 journal bytes and 1,200 page bytes.
    #expect(bytes.value == 267_320)
    #expect(bytes.rounds == [267_320, 267_320, 267_320])
    #expect(row().metric("bytes.journal")?.value == 218_120)
    #expect(row().metric("calls.syncs")?.value == 41)
    #expect(row().metric("calls.syncs.journal")?.value == 41)
    #expect(row().metric("calls.syncs.page")?.value == 0)
    #expect(row().metric("syncs.per-save")?.value == 1)
  }

  @Test("A count that one round disagrees on is demoted to noisy, and so is all that is made of it")
  func demoted() throws {
    let row = row { $0.timed[2].roles[0].writtenBytes += 1 }
    for name in ["bytes.total", "bytes.journal", "write-amplification", "bytes.per-save", "bytes-per-hour"] {
      let metric = try #require(row.metric(name))
      #expect(metric.kind == .noisy && metric.isDemoted, "\(name)")
      #expect(metric.note == "Demoted to noisy: the rounds differ.")
    }
    #expect(row.metric("bytes.total")?.value == 267_320)
    #expect(row.metric("bytes.page")?.kind == .exact)
  }

  @Test("At real pace no count is exact but those of crash states, which no pace has a part in")
  func realPace() {
    let metrics = row(pace: .real).metrics
    #expect(metrics.filter { $0.kind == .exact }.allSatisfy { $0.name.hasPrefix("crash.") })
    #expect(metrics.allSatisfy { !$0.isDemoted })
  }

  @Test("Derived metrics follow their formulas")
  func formulas() {
    let row = row()
    // 41 saves, 5,184 logical bytes each; two minutes of session.
    #expect(row.metric("write-amplification")?.value == 267_320.0 / (41 * 5_184))
    #expect(row.metric("bytes-per-hour")?.value == 267_320.0 * 30)
    #expect(row.metric("strokes-per-save")?.value == 80.0 / 41)
    #expect(row.metric("loss-window")?.value == 1_940)
    #expect(row.metric("saves")?.better == MetricRow.Direction.none)
  }

  @Test("Bytes outside the store are no part of what a backend wrote")
  func elsewhere() {
    let row = row { $0.timed[0].roles[2].writtenBytes += 1_000_000 }
    #expect(row.metric("bytes.total")?.value == 267_320)
    #expect(row.metric("bytes.elsewhere")?.kind == .noisy)
  }

  @Test("Times are pooled over the rounds, and each round keeps its own")
  func pooledTimes() throws {
    let row = row { record in
      for round in 0..<3 {
        record.timed[round].phases[0].serviceNanoseconds = Array(
          repeating: UInt64(round + 1) * 1_000, count: 40)
        record.timed[round].phases[0].fileNanoseconds = Array(repeating: 300, count: 40)
        record.timed[round].phases[0].syncNanoseconds = Array(repeating: 500, count: 40)
      }
    }
    let save = try #require(row.metric("save.autosave.p50"))
    #expect(save.value == 2_000)
    #expect(save.rounds == [1_000, 2_000, 3_000])
    #expect(save.note == "n = 120")
    #expect(row.metric("save.autosave.p90")?.value == 3_000)
    #expect(row.metric("save.autosave.compute.p50")?.value == 1_200)
    #expect(row.metric("save.autosave.file.p50")?.value == 300)
    #expect(row.metric("save.autosave.sync.p50")?.value == 500)
    #expect(row.metric("save.autosave.max")?.value == 3_000)
  }

  @Test("A percentile with too few calls is null and says how many it needs")
  func suppressed() throws {
    let metric = try #require(row().metric("save.autosave.p95"))
    #expect(metric.value == nil)
    #expect(metric.note == "Suppressed: p95 needs 200 calls, and there are 120.")
    #expect(row().metric("save.all.p99.9")?.value == nil)
    // One round alone has 40 calls, so its own p90 is not given either.
    #expect(row().metric("save.autosave.p90")?.rounds == [nil, nil, nil])
  }

  @Test("Allocations come from their own rounds, times never do")
  func allocations() throws {
    let row = row { record in
      for round in 0..<3 {
        record.allocationRounds[round].phases[0].serviceNanoseconds = Array(repeating: 1, count: 40)
        record.timed[round].phases[0].allocations = Array(repeating: 9_999, count: 40)
      }
    }
    #expect(row.metric("allocations.per-save")?.value == 12)
    #expect(row.metric("allocations.per-save")?.kind == .exact)
    #expect(try #require(row.metric("save.autosave.p50")?.value) > 300_000)
    let single = self.row { $0.allocationRounds.removeLast(2) }
    #expect(single.metric("allocations.per-save")?.kind == .noisy)
    #expect(self.row { $0.allocationRounds = [] }.metric("allocations.per-save") == nil)
  }

  @Test("A failed allocation round leaves the timed rounds measured and the metric null")
  func failedAllocations() throws {
    let row = row { record in
      record.allocationRounds = []
      record.failures = [ChildFailure(round: 0, kind: .allocations, reason: "It ended.", signal: 6)]
    }
    #expect(row.status == .measured)
    let metric = try #require(row.metric("allocations.per-save"))
    #expect(metric.value == nil && metric.note?.contains("failed") == true)
  }

  @Test("encode is printed only where a backend brackets it")
  func encode() {
    #expect(row().metric("save.autosave.encode.p50") != nil)
    let row = RecordFixture.report(RecordFixture.run([RecordFixture.measured(RecordFixture.sqlite)])).cases[0]
    #expect(row.metric("save.autosave.encode.p50") == nil)
  }

  @Test("The floor ratio divides medians and names its floor")
  func floorRatio() throws {
    let row = row { record in
      for round in 0..<3 {
        record.timed[round].phases[0].serviceNanoseconds = Array(repeating: 900, count: 40)
        record.floors[round].nanoseconds = [300, 300, UInt64(1_000 * (round + 1))]
      }
    }
    let ratio = try #require(row.metric("floor.ratio"))
    #expect(ratio.value == 3)
    #expect(ratio.rounds == [3, 3, 3])
    #expect(ratio.note == "floor: append, 6000 bytes at the median")
    #expect(row.metric("floor.append.p50")?.value == 300)
  }

  @Test("What has no divisor is null, never NaN")
  func noDivisor() throws {
    let row = row { record in
      for round in 0..<3 {
        record.timed[round].phases = []
        record.timed[round].sessionMilliseconds = 0
      }
    }
    for name in [
      "write-amplification", "bytes.per-save", "bytes-per-hour", "strokes-per-save", "utilisation",
    ] {
      #expect(try #require(row.metric(name)).value == nil, "\(name)")
    }
    #expect(row.metrics.flatMap { $0.rounds + [$0.value] }.allSatisfy { $0?.isFinite ?? true })
  }

  @Test("A recovery time is the median of the content checks")
  func recovery() {
    let row = row { record in
      for (index, time) in [5 as UInt64, 1, 3].enumerated() {
        record.verdicts[index].recoveryNanoseconds = time
      }
    }
    #expect(row.metric("recovery.time")?.value == 3)
  }
}
