import InkModel
import InkReport
import InkTestFixtures
import Testing

extension EndToEnd {
  @Suite("The built-in stores keep what they promise") struct SoundStores {
    @Test(
      "Every backend, with every codec, is intact after closing and after every crash",
      arguments: ["process-crash", "power-consistent", "power-durable"])
    func promises(durability: String) throws {
      let bench = try Bench()
      // Only a power cut tells the classes apart, and a killed process is none: the first class gets most
      // trials.
      let trials = durability == "process-crash" ? 12 : 6
      let words = Bench.words(
        "null,snapshot,journal,sqlite", codec: nil, durability: durability, crashTrials: trials)
      let run = try bench.run(words)
      #expect(run.status == 0, "\(run.errors)")
      let report = try bench.report()
      #expect(report.cases.count == 6)
      for row in report.cases {
        #expect(row.status == .measured, "\(row.name.text)")
        #expect(row.failures.isEmpty, "\(row.name.text): \(row.failures)")
        guard row.retainsContent else { continue }
        #expect(row.verification?.outcome == .intact, "\(row.name.text)")
        #expect(row.verification?.elementsCompared ?? 0 > 25)
        #expect(row.crash?.trials == trials, "\(row.name.text)")
        #expect(
          row.crash?.brokenCount == 0, "\(row.name.text): \(String(describing: row.crash?.firstFailure))")
      }
    }

    @Test("A report has its numbers: bytes, calls, syncs, times, allocations and the check of the instrument")
    func metrics() throws {
      let bench = try Bench()
      #expect(
        try bench.run(Bench.words("snapshot", durability: "power-durable", rounds: 2, crashTrials: 0)).status
          == 0)
      let row = try bench.onlyCase()
      // The tap saw its canary and agrees with the kernel, or the row would have a reason and no metrics.
      #expect(row.reasons.isEmpty)
      #expect(!row.notes.contains { $0.contains("kernel gave no byte count") })
      #expect(row.allocationRounds == 2)
      #expect(row.verification?.verdicts == 2)
      #expect(row.floors.count == 2)
      for name in [
        "bytes.total", "bytes.page", "bytes.temporary", "bytes.asset", "calls.syncs", "write-amplification",
        "syncs.per-save", "save.autosave.p50", "save.autosave.compute.p50", "save.autosave.sync.p50",
        "response.p50", "recovery.time", "peak-memory", "cpu.per-save", "store.bytes",
        "strokes-per-save", "loss-window", "late-saves", "backlog.max", "cpu.all-threads.per-save",
        "page-faults.minor", "page-faults.per-save", "allocations.per-save", "allocated-bytes.per-save",
        "save.autosave.allocations", "save.autosave.peak-bytes", "open-page.live-bytes",
      ] {
        #expect(row.metric(name)?.value != nil, "\(name)")
      }
      // The curves over the session end at what was counted, and each save has its time and its page.
      let timeline = try #require(row.timeline)
      #expect(timeline.written.curves.count >= 3)
      for curve in timeline.written.curves {
        #expect(
          row.metric("bytes.\(curve.role.rawValue)")?.value == curve.cumulativeBytes.last.map { Double($0) })
        #expect(curve.cumulativeBytes == curve.cumulativeBytes.sorted())
      }
      for saves in timeline.saves {
        let times = row.samples.filter { $0.phase == saves.phase }.map(\.serviceNanoseconds.count)
        #expect(times == [saves.intendedMilliseconds.count, saves.pageElements.count])
        #expect(saves.intendedMilliseconds == saves.intendedMilliseconds.sorted())
        #expect(saves.pageElements.allSatisfy { (1...200).contains($0) })
      }
      // Each page is encoded once a time that it is saved.
      #expect(row.metric("encodes")?.value ?? 0 >= row.metric("saves")?.value ?? .infinity)
      #expect(row.metric("bytes.encoded")?.value ?? 0 > 0)
      // Each round has its ratio; where a noisy machine drives them apart there is no value, and a reason.
      let ratio = try #require(row.metric("floor.ratio"))
      let rounds = ratio.rounds.compactMap(\.self)
      #expect(rounds.count == 2)
      let isTold = (rounds.max() ?? 0) <= 2 * (rounds.min() ?? 0)
      #expect((ratio.value != nil) == isTold)
      #expect(ratio.note?.hasPrefix("Withheld") == !isTold)
      #expect(
        row.metric("allocations.per-save")?.value != nil,
        .init(rawValue: "\(row.metric("allocations.per-save")?.note ?? "")"))
    }

    @Test("Two rounds agree on every exact metric, and two runs of one seed as well")
    func repeats() throws {
      let bench = try Bench()
      for (output, rounds) in [("one", 2), ("two", 1)] {
        let words = Bench.words("snapshot,journal,sqlite", rounds: rounds, crashTrials: 0, output: output)
        #expect(try bench.run(words).status == 0)
      }
      let (one, two) = (try bench.report("one"), try bench.report("two"))
      #expect(one.sessions == two.sessions)
      for (first, second) in zip(one.cases, two.cases) {
        #expect(first.metrics.filter(\.isDemoted).map(\.name) == [])
        #expect(first.exact == second.exact)
        #expect(first.exact.count > 50)
        #expect(first.exact["bytes.total"] ?? 0 > 0)
      }
    }

    @Test("Another seed is another session")
    func seed() throws {
      let bench = try Bench()
      for seed in ["7", "8"] {
        let words = Bench.words("null", crashTrials: 0, output: "out-" + seed, more: ["--seed", seed])
        #expect(try bench.run(words).status == 0)
      }
      let (one, two) = (try bench.report("out-7"), try bench.report("out-8"))
      #expect(one.sessions[0].digest != two.sessions[0].digest)
      #expect(two.sessions[0].seed == 8)
    }
  }
}

extension CaseRow {
  /// The exact metrics of what is written and called, by name.
  ///
  /// Memory is left out: what the Swift runtime sets up on first use depends on what the process did before.
  var exactOfFiles: [String: Double] {
    exact.filter { name, _ in !MetricRow.isOfMemory(name) }
  }

  /// The exact metrics by name.
  var exact: [String: Double] {
    let pairs = metrics.filter { $0.kind == .exact }.map { ($0.name, $0.value ?? .nan) }
    return Dictionary(pairs) { first, _ in first }
  }
}
